import looks from '@/lib/theme/looks.module.css';
import './first-styles';
import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { EmptyState } from '@/components/empty-state';
import { FeedbackHost } from '@/components/feedback';
import { pageDomain } from '@/lib/api';
import { colorSchemeManager } from '@/lib/color-scheme';
import { applyDensity } from '@/lib/density';
import { session } from '@/lib/session';
import { takeOverSession } from '@/lib/tabs';
import { applyTheme, cssVariablesResolver, theme } from '@/lib/theme';
import { type FirstWords, startWording, t } from '@/lib/wording';
import { openPageAt } from './location';
import { hasLink } from './portal/pages';

/** What both entries do before the first render: nonce, theme, words, title. */
export async function start(page: ReactNode, words: FirstWords, onExpired: () => void) {
  setNonce(nonce());
  if (mayTakeOver()) await takeOverSession();
  const entity = pageDomain()?.entity;
  applyTheme(session.theme() ?? entity?.theme ?? null);
  applyDensity();
  if (entity && session.entityType() === '') session.setEntityType(entity.entityType);
  await startWording(words, entity?.displayName);
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<Providers onExpired={onExpired}>{page}</Providers>);
}

/** A message link logs in its own reader, and the pages for everyone need no session. */
const mayTakeOver = () => !hasLink() && !openPageAt(window.location.pathname);

export function Providers({ children, onExpired }: { children: ReactNode; onExpired: () => void }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={nonce}
    >
      <ErrorBoundary>{children}</ErrorBoundary>
      <FeedbackHost onExpired={onExpired} />
    </MantineProvider>
  );
}

/** An error in one screen must not leave a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  render() {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState words="ui.feedback.crash">
        <button type="button" className={looks.textLink} onClick={() => window.location.reload()}>
          {t('ui.feedback.crash.reload')}
        </button>
      </EmptyState>
    );
  }
}

/** The server writes a fresh nonce into every page; styles created at run time must carry it. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
