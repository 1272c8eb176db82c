import { useEffect, useRef } from 'react';

const fields = ['INPUT', 'TEXTAREA', 'SELECT'];

/** Letters are for the paper only while nothing else is open or focused that would take them. */
function isFree({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey) return false;
  if (target instanceof HTMLElement && fields.includes(target.tagName)) return false;
  return document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') === null;
}

/** By what the key says, or by where it lies: on a Tamil keyboard no key says `a`. */
const nameOf = ({ key, code }: KeyboardEvent, keys: Record<string, () => void>) =>
  [key.toLowerCase(), code.replace(/^Key/, '').toLowerCase()].find((name) => name in keys);

/** Does what a key stands for. */
export function useKeys(keys: Record<string, () => void>) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = isFree(event) ? nameOf(event, latest.current) : undefined;
      if (name === undefined) return;
      event.preventDefault();
      latest.current[name]?.();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
