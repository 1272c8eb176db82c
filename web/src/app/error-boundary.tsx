import { Component, type ReactNode } from 'react';
import { EmptyState } from '@/components/empty-state';
import { t } from '@/lib/wording';

/** An error in one screen must not leave a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  render() {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState title={t('ui.feedback.crash.title')} text={t('ui.feedback.crash.text')}>
        <button type="button" className="text-link" onClick={() => window.location.reload()}>
          {t('ui.feedback.crash.reload')}
        </button>
      </EmptyState>
    );
  }
}
