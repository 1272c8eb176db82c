import { useLayoutEffect } from 'react';

const isLost = (focused: Element | null) => focused === null || focused === document.body;

/**
 * Gives the focus back to where it was when the dialog opened. Mantine's own way learns that too late: not at all
 * from a dialog that is first drawn open, and sometimes only when the dialog itself has the focus already.
 */
export function useFocusBack(opened: boolean) {
  useLayoutEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    return () => {
      const now = document.activeElement;
      if (before instanceof HTMLElement && (isLost(now) || now?.closest('[role=dialog]'))) before.focus();
    };
  }, [opened]);
}
