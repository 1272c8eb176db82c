import { useEffect, useRef } from 'react';

/** An entry of a menu is gone by then; the button of the menu is not. */
function lastingPlace(focused: Element | null) {
  const menu = focused?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

const isLost = (focused: Element | null) => focused === null || focused === document.body;

/**
 * Gives the focus back to where it was when a dialog or drawer opened. Mantine's own way learns that too late: not at all
 * from one that is first drawn open, and sometimes only when the dialog itself has the focus already.
 */
export function useFocusBack(opened: boolean) {
  const before = useRef<Element>(null);
  const wasOpened = useRef(false);
  // While it is drawn the menu that it comes from is still there; a moment later it may be gone.
  if (opened && !wasOpened.current) before.current = lastingPlace(document.activeElement);
  wasOpened.current = opened;
  // Not in the layout effect: React puts the focus back itself while it changes the page.
  useEffect(() => {
    if (!opened) return;
    return () => {
      const now = document.activeElement;
      const isOurs = isLost(now) || now?.closest('[role=dialog]');
      if (isOurs && before.current instanceof HTMLElement) before.current.focus();
    };
  }, [opened]);
}
