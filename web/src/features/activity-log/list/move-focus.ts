import type { KeyboardEvent } from 'react';

/** The up and down keys move through the rows of a list. */
export function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const lines = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[data-line]'));
  const next = lines[lines.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
