import { useEffect, useRef } from 'react';

/** A menu item is gone by then; the menu's button is not. */
function lastingPlace(focused: Element | null) {
  const menu = focused?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

const isLost = (focused: Element | null) => focused === null || focused === document.body;

/**
 * Returns the focus to where it was when a dialog or drawer opened. Mantine records it too late: not at all
 * when mounted open, and sometimes only when the dialog itself already has the focus.
 */
export function useFocusBack(opened: boolean) {
  const before = useRef<Element>(null);
  const wasOpened = useRef(false);
  // During render the menu it came from still exists; a moment later it may be gone.
  if (opened && !wasOpened.current) before.current = lastingPlace(document.activeElement);
  wasOpened.current = opened;
  // Not in the layout effect: React restores the focus itself while it updates the page.
  useEffect(() => {
    if (!opened) return;
    return () => {
      const now = document.activeElement;
      const isOurs = isLost(now) || now?.closest('[role=dialog]');
      if (isOurs && before.current instanceof HTMLElement) before.current.focus();
    };
  }, [opened]);
}
