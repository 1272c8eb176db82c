import { useMemo } from 'react';
import { forgetUnsaved, unsaved, type Values } from './store';

/**
 * Keeps the input of a form over a reload and an expired session.
 * `key` distinguishes the forms of one screen: `'new'`, or the record's key.
 */
export function useUnsaved(screenCode: string, key: string) {
  return useMemo(
    () => ({
      /** Earlier input, if any. Read it when the form opens. */
      restore: () => unsaved.get(screenCode, key),
      /** Call on every change, without passwords, secrets and pictures. */
      keep: (values: Values) => unsaved.set(screenCode, key, values),
      /** Call after a save or when the user discards the changes. */
      forget: () => unsaved.set(screenCode, key, undefined),
    }),
    [screenCode, key],
  );
}

/** Keys of the forms left open on a screen. */
export const unsavedKeys = (screenCode: string) => unsaved.keys(screenCode);

export { forgetUnsaved, type Values };
