import { useMemo } from 'react';
import { forgetUnsaved, unsaved, type Values } from './store';

/**
 * Keeps what is typed into one form over a reload and over an expired session.
 * `key` tells forms of one screen apart: `'new'`, or the record's key.
 */
export function useUnsaved(screenCode: string, key: string) {
  return useMemo(
    () => ({
      /** What was typed before, if anything. Read it when the form opens. */
      restore: () => unsaved.get(screenCode, key),
      /** Call on every change, without passwords, secrets and pictures. */
      keep: (values: Values) => unsaved.set(screenCode, key, values),
      /** Call after a save or when the person gives the changes up. */
      forget: () => unsaved.set(screenCode, key, undefined),
    }),
    [screenCode, key],
  );
}

/** Keys of the forms that were left open on a screen. */
export const unsavedKeys = (screenCode: string) => unsaved.keys(screenCode);

export { forgetUnsaved, type Values };
