import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyDensity } from '@/lib/density';
import { session } from '@/lib/session';
import { applyTheme } from '@/lib/theme';
import { type FirstWords, startWording } from '@/lib/wording';
import { nonce } from './nonce';
import { Providers } from './providers';
import './first-styles';

/** What both entries do before the first render: nonce, theme, words, title. */
export async function start(page: ReactNode, words: FirstWords, onExpired: () => void) {
  setNonce(nonce());
  applyTheme(session.theme());
  applyDensity();
  await startWording(words);
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<Providers onExpired={onExpired}>{page}</Providers>);
}
