import { useBlocker } from '@tanstack/react-router';
import { confirm } from '@/lib/feedback';
import { session } from '@/lib/session';

/**
 * Asks before leaving an unsaved form: closing, another screen, the browser's back, closing the tab.
 * `onFree` is called when nothing is lost by leaving. With `screen`, changes of the form's own address do not count as leaving.
 */
export function useLeaveGuard(
  isDirty: () => boolean,
  onDiscard: () => void,
  way: 'address' | 'screen' = 'address',
  onFree?: () => void,
) {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // An ended session has its own dialog, and typed input is kept for the next one.
      if (!session.auth()) return false;
      if (way === 'screen' && current.pathname === next.pathname) return false;
      if (!isDirty()) {
        onFree?.();
        return false;
      }
      const leaves = await confirm('discard');
      if (leaves) onDiscard();
      return !leaves;
    },
    enableBeforeUnload: isDirty,
  });
}
