import { useCallback, useState } from 'react';
import { useAuth } from '@/lib/session';

function read(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((value) => typeof value === 'string') : [];
  } catch {
    return [];
  }
}

/** A list of words that this browser remembers for the user. */
export function useRemembered(name: string): [string[], (words: string[]) => void] {
  const { entityCode, userId } = useAuth();
  const key = `${name}:${entityCode}:${userId}`;
  const [words, setWords] = useState(() => read(key));
  const remember = useCallback(
    (next: string[]) => {
      setWords(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // A full or blocked storage: it lasts until the page is closed.
      }
    },
    [key],
  );
  return [words, remember];
}
