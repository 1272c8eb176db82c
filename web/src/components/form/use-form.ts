import { type ChangeEvent, type FormEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { fieldsOf, isDeclined, messageOf, waitOf } from '@/lib/api';
import { useCountdown } from '@/lib/countdown';
import { focusAgain, focusFirst } from '@/lib/field-focus';
import { t as now } from '@/lib/wording';

/** Error texts by field. */
export type Errors = { [name: string]: string | undefined };

/** One submission at a time: busy while it runs; afterwards the error, and how long to wait. */
export function useSubmit() {
  const [failure, setFailure] = useState<unknown>(null);
  const [waitUntil, setWaitUntil] = useState(0);
  const [busy, setBusy] = useState(false);
  /** A ref is current at once; state only with the next render. */
  const running = useRef(false);
  const isHeld = useCountdown(waitUntil) > 0;

  /** `isSaid` returns whether the failure is shown elsewhere, such as under a field. */
  const run = async (act: () => Promise<unknown>, isSaid: (error: unknown) => boolean = () => false) => {
    if (running.current || isHeld) return;
    const sender = document.activeElement;
    running.current = true;
    setBusy(true);
    setFailure(null);
    const failed = await act().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    running.current = false;
    // Synchronously: a busy button has lost the focus and cannot take it back.
    flushSync(() => setBusy(false));
    if (document.activeElement === document.body) focusAgain(sender);
    if (!failed) return;
    const { error } = failed;
    if (!isSaid(error) && !isDeclined(error)) setFailure(error);
    setWaitUntil(Date.now() + waitOf(error) * 1000);
  };
  const message = failure === null ? '' : messageOf(failure);
  return { message, clear: () => setFailure(null), waitUntil, isHeld, busy, run };
}

/** The errors of empty fields, in the words of the catalogue. */
export const missing = (names: string[], labelOf: (name: string) => string, verb = 'enter'): Errors =>
  Object.fromEntries(names.map((name) => [name, now(`message.${verb}`, { label: labelOf(name) })]));

/** Unset and empty are the same. */
const textOf = (value: unknown) => JSON.stringify(value ?? '');

const changesOf = <V extends object>(values: V, start: V) => {
  const changed = Object.entries(values).filter(([name, value]) => textOf(value) !== textOf(start[name as keyof V]));
  return Object.fromEntries(changed) as Partial<V>;
};

const isUnchanged = <V extends object>(values: V, start: V) => Object.keys(changesOf(values, start)).length === 0;

interface Start<V extends object> {
  /** The values at the start. */
  blank: V | (() => V);
  /** Keeps the input over a reload; called without values when it is back to the start. */
  unsaved?: { restore(): object | undefined; keep(values?: V): void };
  isSame?(values: V, start: V): boolean;
}

const noErrors = (): Errors => ({});

/** The values of a form, the errors of its fields, and what has changed since the start. */
export function useValues<V extends object>({ blank, unsaved, isSame = isUnchanged }: Start<V>) {
  const { t } = useTranslation();
  const [first] = useState(blank);
  const [restored, setRestored] = useState(() => unsaved?.restore());
  const [values, setValues] = useState<V>({ ...first, ...restored });
  // A function instead of texts, so that the errors follow the language of the page.
  const [getErrors, setGetErrors] = useState(() => noErrors);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts follow the language
  const errors = useMemo(getErrors, [getErrors, t]);
  const latest = useRef({ values, start: first, isSettled: false, unsaved, isSame });
  Object.assign(latest.current, { unsaved, isSame });

  const methods = useMemo(() => {
    const form = latest.current;
    const isDirty = () => !form.isSettled && !form.isSame(form.values, form.start);
    const put = (next: V) => {
      form.values = next;
      setValues(next);
      if (!form.isSettled) form.unsaved?.keep(isDirty() ? next : undefined);
    };
    /** Removes the errors of fields that were corrected. */
    const clearErrors = (isCleared: (name: string) => boolean) =>
      setGetErrors((before) => {
        if (!Object.keys(before()).some(isCleared)) return before;
        return () => Object.fromEntries(Object.entries(before()).filter(([name]) => !isCleared(name)));
      });
    return {
      /** The current values, also between two renders. */
      now: () => form.values,
      /** Changing a field clears its error. */
      set: (patch: Partial<V>) => {
        put({ ...form.values, ...patch });
        clearErrors((name) => name in patch);
      },
      clearErrors,
      /** Replaces all errors; returns the names of the fields. */
      show: (next: () => Errors) => {
        setGetErrors(() => next);
        const found = next();
        return Object.keys(found).filter((name) => found[name]);
      },
      /** Adds to the errors. */
      add: (more: () => Errors) => setGetErrors((before) => () => ({ ...before(), ...more() })),
      isDirty,
      changes: () => changesOf(form.values, form.start),
      /** Begins again, with other values or with the first; changes to them can be taken along. */
      restart: (start: V = form.start, changes?: Partial<V>) => {
        form.start = start;
        form.isSettled = false;
        setRestored(undefined);
        setGetErrors(() => noErrors);
        put({ ...start, ...changes });
      },
      /** After a save nothing is kept, and leaving asks nothing. */
      settle: () => {
        form.isSettled = true;
        form.unsaved?.keep();
      },
    };
  }, []);
  return { ...methods, values, errors, isRestored: restored !== undefined };
}

/** Props of a text input and of a choice, by the name of their value. */
function bindings<V extends object>({
  values,
  errors,
  set,
}: Pick<ReturnType<typeof useValues<V>>, 'values' | 'errors' | 'set'>) {
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

interface Given<V extends object> extends Start<V> {
  check(values: V): Errors;
  run(values: V): Promise<unknown>;
  /** The server's errors by field of this form. */
  errorsOf?(error: unknown): Errors;
  /** Called after the errors of fields are shown; returns true when the failure is shown elsewhere. */
  onFailed?(error: unknown): boolean | undefined;
}

/** A form that checks its fields, submits once, and puts the focus on the first error. */
export function useForm<V extends object>({ check, run, errorsOf = fieldsOf, onFailed, ...start }: Given<V>) {
  const form = useValues(start);
  const submission = useSubmit();
  const root = useRef<HTMLFormElement>(null);
  const show = (next: () => Errors) => {
    const names = form.show(next);
    focusFirst(root.current, names);
    return names.length > 0;
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    submission.clear();
    const sent = form.now();
    if (show(() => check(sent))) return;
    const isSaid = (error: unknown) => {
      const isShown = show(() => errorsOf(error));
      return onFailed?.(error) === true || isShown;
    };
    await submission.run(() => run(sent), isSaid);
  };
  return { ...submission, ...form, root, submit, ...bindings(form) };
}
