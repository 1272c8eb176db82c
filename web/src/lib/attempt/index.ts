import { useState } from 'react';
import { messageOf, waitOf } from '@/lib/api';
import { useCountdown } from '@/lib/countdown';

export type Errors<Name extends string> = Partial<Record<Name, string>>;

/** The focus goes to the first field with a fault, in the order of the form; tells whether there was one. */
export function focusFirst(form: HTMLFormElement | null, errors: Errors<string>) {
  const names = Object.keys(errors).filter((name) => errors[name]);
  const fields = Array.from(form?.elements ?? []) as HTMLInputElement[];
  fields.find(({ name }) => names.includes(name))?.focus();
  return names.length > 0;
}

/** One try of a form at a time: busy while it runs; afterwards what was refused, and how long to hold back. */
export function useAttempt() {
  const [message, setMessage] = useState('');
  const [waitUntil, setWaitUntil] = useState(0);
  const [busy, setBusy] = useState(false);
  const isHeld = useCountdown(waitUntil) > 0;

  /** `isSaid` tells whether the failure was said elsewhere, such as under a field. */
  const run = async (act: () => Promise<unknown>, isSaid: (error: unknown) => boolean) => {
    if (busy || isHeld) return;
    setBusy(true);
    setMessage('');
    try {
      await act();
    } catch (error) {
      if (!isSaid(error)) setMessage(messageOf(error));
      setWaitUntil(Date.now() + waitOf(error) * 1000);
    } finally {
      setBusy(false);
    }
  };
  return { message, setMessage, waitUntil, isHeld, busy, run };
}
