import { useBlocker } from '@tanstack/react-router';
import { confirm } from '@/lib/feedback';
import { session } from '@/lib/session';

/** Asks before any way out of an unsaved form: closing, another screen, the browser's back, closing the tab. */
export function useLeaveGuard(isDirty: () => boolean, onDiscard: () => void) {
  useBlocker({
    shouldBlockFn: async () => {
      // An ended session has its own dialog, and what was typed is kept for the next one.
      if (!session.auth() || !isDirty()) return false;
      const leaves = await confirm('discard');
      if (leaves) onDiscard();
      return !leaves;
    },
    enableBeforeUnload: isDirty,
  });
}
