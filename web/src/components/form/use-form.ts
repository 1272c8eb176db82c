import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { fieldsOf, messageOf, waitOf } from '@/lib/api';
import { useCountdown } from '@/lib/countdown';
import { focusFirst } from '@/lib/field-focus';
import { t } from '@/lib/wording';

/** Error texts by field. */
export type Errors = { [name: string]: string | undefined };

/** One submission at a time: busy while it runs; afterwards the error, and how long to wait. */
export function useSubmit() {
  const [failure, setFailure] = useState<unknown>(null);
  const [waitUntil, setWaitUntil] = useState(0);
  const [busy, setBusy] = useState(false);
  const isHeld = useCountdown(waitUntil) > 0;

  /** `isSaid` returns whether the failure is shown elsewhere, such as under a field. */
  const run = async (act: () => Promise<unknown>, isSaid: (error: unknown) => boolean = () => false) => {
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

/** The errors of empty fields, in the words of the catalogue. */
export const missing = (names: string[], labelOf: (name: string) => string, verb = 'enter'): Errors =>
  Object.fromEntries(names.map((name) => [name, t(`message.${verb}`, { label: labelOf(name) })]));

/** Props of a text input and of a choice, by the name of their value. */
export function bindings<V extends object>(values: V, errors: Errors, set: (patch: Partial<V>) => void) {
  const shared = <N extends keyof V & string>(name: N) => ({
    name,
    'data-field': name,
    value: values[name],
    error: errors[name],
  });
  return {
    text: <N extends keyof V & string>(name: N) => ({
      ...shared(name),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set({ [name]: event.currentTarget.value } as Partial<V>),
    }),
    choice: <N extends keyof V & string>(name: N) => ({
      ...shared(name),
      onChange: (value: V[N]) => set({ [name]: value } as unknown as Partial<V>),
    }),
  };
}

interface Given<V extends object> {
  blank: V | (() => V);
  check(values: V): Errors;
  run(values: V): Promise<unknown>;
  /** The server's errors by field of this form. */
  errorsOf?(error: unknown): Errors;
  /** Returns true when the failure is shown elsewhere. */
  onFailed?(error: unknown): boolean | undefined;
  onChange?(values: V): void;
}

/** A form that checks its fields, submits once, and puts the focus on the first error. */
export function useForm<V extends object>({ blank, check, run, errorsOf = fieldsOf, ...on }: Given<V>) {
  const [values, setValues] = useState(blank);
  // A function instead of texts, so that the errors follow the language of the page.
  const [say, setSay] = useState<() => Errors>(() => () => ({}));
  const errors = say();
  const submission = useSubmit();
  const root = useRef<HTMLFormElement>(null);

  const set = (patch: Partial<V>) => {
    setValues((before) => ({ ...before, ...patch }));
    on.onChange?.({ ...values, ...patch });
    // Editing a field clears its error.
    setSay((before) => () => {
      const left = Object.entries(before()).filter(([name]) => !(name in patch));
      return Object.fromEntries(left);
    });
  };
  const show = (next: () => Errors) => {
    setSay(() => next);
    const names = Object.keys(next()).filter((name) => next()[name]);
    focusFirst(root.current, names);
    return names.length > 0;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    submission.clear();
    if (show(() => check(values))) return;
    const fail = (error: unknown) => on.onFailed?.(error) === true || show(() => errorsOf(error));
    void submission.run(() => run(values), fail);
  };
  const reset = (to: V) => {
    setValues(to);
    setSay(() => () => ({}));
  };
  return { ...submission, root, values, set, errors, submit, reset, ...bindings(values, errors, set) };
}
