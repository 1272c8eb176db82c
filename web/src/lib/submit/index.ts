import { useState } from 'react';
import { messageOf, waitOf } from '@/lib/api';
import { useCountdown } from '@/lib/countdown';

export type Errors<Name extends string> = Partial<Record<Name, string>>;

/**
 * Errors by field. Stores a function instead of texts, so that they follow the language of the page;
 * its texts come from `t` of `lib/wording`, which always uses the current language.
 */
export function useErrors<Name extends string>() {
  const [say, setSay] = useState<() => Errors<Name>>(() => () => ({}));
  const setErrors = (next: () => Errors<Name>) => setSay(() => next);
  /** Editing a field clears its error. */
  const forgive = (names: string[]) =>
    setSay((before) => () => {
      const left = Object.entries(before()).filter(([name]) => !names.includes(name));
      return Object.fromEntries(left) as Errors<Name>;
    });
  return { errors: say(), setErrors, forgive };
}

export const noErrors = () => ({});

/** Focuses the first field with an error, in form order; returns whether there was one. */
export function focusFirst(form: HTMLFormElement | null, errors: Errors<string>) {
  const names = Object.keys(errors).filter((name) => errors[name]);
  const fields = Array.from(form?.elements ?? []) as HTMLInputElement[];
  fields.find(({ name }) => names.includes(name))?.focus();
  return names.length > 0;
}

/** One submission at a time: busy while it runs; afterwards the error, and how long to wait. */
export function useSubmit() {
  const [failure, setFailure] = useState<unknown>(null);
  const [waitUntil, setWaitUntil] = useState(0);
  const [busy, setBusy] = useState(false);
  const isHeld = useCountdown(waitUntil) > 0;

  /** `isSaid` returns whether the failure is shown elsewhere, such as under a field. */
  const run = async (act: () => Promise<unknown>, isSaid: (error: unknown) => boolean) => {
    if (busy || isHeld) return;
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      if (!isSaid(error)) setFailure(error);
      setWaitUntil(Date.now() + waitOf(error) * 1000);
    } finally {
      setBusy(false);
    }
  };
  const message = failure === null ? '' : messageOf(failure);
  return { message, clear: () => setFailure(null), waitUntil, isHeld, busy, run };
}
