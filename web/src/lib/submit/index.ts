import { useState } from 'react';
import { messageOf, waitOf } from '@/lib/api';
import { useCountdown } from '@/lib/countdown';

export type Errors<Name extends string> = Partial<Record<Name, string>>;

/**
 * What is wrong, by field. Kept as a way to say it, not as it was said: it follows the language of the page.
 * So its texts come from `t` of `lib/wording`, which always speaks the language of now.
 */
export function useErrors<Name extends string>() {
  const [say, setSay] = useState<() => Errors<Name>>(() => () => ({}));
  const setErrors = (next: () => Errors<Name>) => setSay(() => next);
  /** A field that is being mended is not blamed any more. */
  const forgive = (names: string[]) =>
    setSay((before) => () => {
      const left = Object.entries(before()).filter(([name]) => !names.includes(name));
      return Object.fromEntries(left) as Errors<Name>;
    });
  return { errors: say(), setErrors, forgive };
}

export const noErrors = () => ({});

/** The focus goes to the first field with a fault, in the order of the form; tells whether there was one. */
export function focusFirst(form: HTMLFormElement | null, errors: Errors<string>) {
  const names = Object.keys(errors).filter((name) => errors[name]);
  const fields = Array.from(form?.elements ?? []) as HTMLInputElement[];
  fields.find(({ name }) => names.includes(name))?.focus();
  return names.length > 0;
}

/** One try of a form at a time: busy while it runs; afterwards what was refused, and how long to hold back. */
export function useSubmit() {
  const [failure, setFailure] = useState<unknown>(null);
  const [waitUntil, setWaitUntil] = useState(0);
  const [busy, setBusy] = useState(false);
  const isHeld = useCountdown(waitUntil) > 0;

  /** `isSaid` tells whether the failure was said elsewhere, such as under a field. */
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
