import { useEffect, useRef } from 'react';

const fields = ['INPUT', 'TEXTAREA', 'SELECT'];

/** Letter shortcuts work only while nothing else is open or focused that would take them. */
function isFree({ target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent) {
  // A held key would decide on documents nobody has seen yet.
  if (ctrlKey || metaKey || altKey || repeat) return false;
  if (target instanceof HTMLElement && fields.includes(target.tagName)) return false;
  return document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') === null;
}

const isLatin = (key: string) => /^\p{Script=Latin}$/u.test(key);

/** By the key's character; on keyboards without Latin letters, such as Tamil, by its position. */
function nameOf({ key, code }: KeyboardEvent, keys: Record<string, () => void>) {
  const names = isLatin(key) ? [key] : [key, code.replace(/^Key/, '')];
  return names.map((name) => name.toLowerCase()).find((name) => name in keys);
}

/** Runs the command of a key. */
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
