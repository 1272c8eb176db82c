import { useBlocker } from '@tanstack/react-router';
import { confirm } from '@/lib/feedback';
import { session } from '@/lib/session';

/**
 * Asks before any way out of an unsaved form: closing, another screen, the browser's back, closing the tab.
 * A form that outlives changes of its own address is left only with its `screen`.
 */
export function useLeaveGuard(
  isDirty: () => boolean,
  onDiscard: () => void,
  way: 'address' | 'screen' = 'address',
) {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // An ended session has its own dialog, and what was typed is kept for the next one.
      if (!session.auth() || !isDirty()) return false;
      if (way === 'screen' && current.pathname === next.pathname) return false;
      const leaves = await confirm('discard');
      if (leaves) onDiscard();
      return !leaves;
    },
    enableBeforeUnload: isDirty,
  });
}
