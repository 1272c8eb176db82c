import { useMemo } from 'react';
import { session } from '@/lib/session';

/**
 * Keeps the input of a form over a reload and an expired session.
 * `key` distinguishes the forms of one screen: `'new'`, or the record's key.
 */
export function useUnsaved(screenCode: string, key: string) {
  return useMemo(
    () => ({
      /** Earlier input, if any. Read it when the form opens. */
      restore: () => unsaved.get(screenCode, key),
      /** Call on every change, without passwords, secrets and pictures; without values when nothing is left to keep. */
      keep: (values?: object) => unsaved.set(screenCode, key, values as Values | undefined),
      /** Call after a save or when the user discards the changes. */
      forget: () => unsaved.set(screenCode, key, undefined),
    }),
    [screenCode, key],
  );
}

/** Keys of the forms left open on a screen. */
export const unsavedKeys = (screenCode: string) => unsaved.keys(screenCode);

/** Unsaved input. Never a password, secret or picture: the form leaves those out. */
export type Values = Record<string, unknown>;

interface Kept {
  /** The owner: no other user of this page may see it. */
  owner: string;
  forms: Record<string, Values>;
}

const storageKey = 'unsaved';
const nothing: Kept = { owner: '', forms: {} };

/**
 * After a session ends the values live in memory only: session storage is cleared, and no input may
 * stay readable on the login page.
 */
let carried: Kept = nothing;

function owner() {
  const auth = session.auth();
  return auth ? `${auth.entityCode}/${auth.userId}` : '';
}

const stored = (): Kept => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') ?? nothing;

session.beforeClear(() => {
  const kept = stored();
  if (Object.keys(kept.forms).length > 0) carried = kept;
});

/** The kept forms of the current user; input carried over the last expiry is restored first. */
function mine(): Kept {
  if (carried.owner !== '' && carried.owner === owner()) {
    sessionStorage.setItem(storageKey, JSON.stringify(carried));
  }
  if (owner() !== '') carried = nothing;
  const kept = stored();
  return kept.owner === owner() ? kept : { owner: owner(), forms: {} };
}

const name = (screenCode: string, key: string) => `${screenCode} ${key}`;

/** Logging out deliberately leaves nothing behind. */
export function forgetUnsaved() {
  carried = nothing;
  sessionStorage.removeItem(storageKey);
}

export const unsaved = {
  get: (screenCode: string, key: string): Values | undefined => mine().forms[name(screenCode, key)],

  /** Keys of the forms left open on a screen, so that it can offer them again. */
  keys(screenCode: string): string[] {
    const prefix = name(screenCode, '');
    const all = Object.keys(mine().forms);
    return all.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
  },

  set(screenCode: string, key: string, values: Values | undefined) {
    if (owner() === '') return;
    const { [name(screenCode, key)]: _before, ...others } = mine().forms;
    const forms = values ? { ...others, [name(screenCode, key)]: values } : others;
    if (Object.keys(forms).length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify({ owner: owner(), forms }));
  },
};
