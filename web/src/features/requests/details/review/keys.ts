import { useEffect, useRef } from 'react';

const fields = ['INPUT', 'TEXTAREA', 'SELECT'];

/** Letters are for the paper only while nothing else is open or focused that would take them. */
function isFree({ target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent) {
  // A key that is held would decide on papers that nobody has seen yet.
  if (ctrlKey || metaKey || altKey || repeat) return false;
  if (target instanceof HTMLElement && fields.includes(target.tagName)) return false;
  return document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') === null;
}

const isLatin = (key: string) => /^\p{Script=Latin}$/u.test(key);

/** By what the key says; where it says no Latin letter, as on a Tamil keyboard, by where it lies. */
function nameOf({ key, code }: KeyboardEvent, keys: Record<string, () => void>) {
  const names = isLatin(key) ? [key] : [key, code.replace(/^Key/, '')];
  return names.map((name) => name.toLowerCase()).find((name) => name in keys);
}

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
