import { createContext, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, fieldsOf, showError } from '@/lib/api';
import { focusAgain, focusFirst } from '@/lib/field-focus';
import { useUnsaved } from '@/lib/unsaved';
import { useTranslation } from '@/lib/wording';
import { customAfterSave } from '../custom-forms/registry';
import { useSave } from '../data/use-list';
import { type Definition, fieldOf, isSecret, type MasterRecord } from '../model/definition';
import {
  CURRENT_PASSWORD,
  type FormValues,
  isInvited,
  type Mode,
  startValues,
  toBody,
} from '../model/record';
import { checkField, checkRecord, type Fault, type Purpose } from '../model/validate';
import { faultText } from '../words';

interface Given {
  definition: Definition;
  /** Where typed input is kept: the screen, or a part of it. */
  formName: string;
  /** Distinguishes the forms of one screen. */
  name: string;
  mode: Mode;
  record?: MasterRecord;
}

const VERSION = 'versionNumber';

/** All typed values except secrets and pictures, with the version they are based on. */
function keepable(definition: Definition, values: FormValues, record?: MasterRecord) {
  const kept = Object.entries(values).filter(([name]) => {
    const field = fieldOf(definition, name);
    if (name === CURRENT_PASSWORD) return false;
    return !field || !(isSecret(field) || field.type === 'image');
  });
  return { ...Object.fromEntries(kept), [VERSION]: record?.[VERSION] };
}

/** The form of one record: its values, restored input, and validation before saving. */
export function useRecordForm({ definition, formName, name, mode, record }: Given) {
  const unsaved = useUnsaved(formName, name);
  const [restored, setRestored] = useState(() => unsaved.restore());
  /** The record when typing began: an older version is refused as stale, never overwritten. */
  const [base, setBase] = useState<MasterRecord | undefined>(() =>
    restored && record ? { ...record, [VERSION]: restored[VERSION] as number } : record,
  );
  const start = useRef<FormValues>(undefined);
  start.current ??= startValues(definition, mode, record);
  const isSettled = useRef(false);

  const form = useValues(start.current, (values) => {
    if (isSettled.current) return;
    if (isSame(values, start.current)) unsaved.forget();
    else unsaved.keep(keepable(definition, values, base));
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the form opens
  useEffect(() => {
    const { [VERSION]: _version, ...values } = restored ?? {};
    if (restored) form.setValues(values as FormValues);
  }, []);

  const faults = useFaults(definition, form);

  /** Shows the errors under the fields and returns their names. */
  const check = (purpose: Purpose): string[] => {
    const values = form.getValues();
    const { password, ...others } = checkRecord(definition, values, purpose);
    return faults.show(password && !isInvited(definition, values) ? { ...others, password } : others);
  };

  /** Shows the server's errors under those fields. */
  const blame = (error: unknown, names: string[]) => faults.quote(error, names);

  /** Format errors show at once, missing values only on submit. */
  const checkOne = (name: string) => {
    const field = fieldOf(definition, name);
    const value = form.getValues()[name];
    if (!field || value === '' || value === null || value === undefined) return;
    const fault = checkField(field, value, 'update');
    if (fault) faults.add(name, fault);
  };

  const begin = (name: string, value: FormValues[string]) => {
    start.current = { ...start.current, [name]: value };
    if (restored?.[name] === undefined) form.setFieldValue(name, value);
  };

  const forget = () => {
    unsaved.forget();
    setRestored(undefined);
  };

  /** Restarts from a newer record, keeping typed values if asked to. */
  const rebase = (newest: MasterRecord, keepTyped: boolean) => {
    const typed = Object.entries(form.getValues());
    const before = start.current ?? {};
    const mine = typed.filter(([name, value]) => keepTyped && value !== before[name]);
    const fresh = startValues(definition, 'edit', newest);
    start.current = fresh;
    isSettled.current = false;
    setBase(newest);
    form.setValues({ ...fresh, ...Object.fromEntries(mine) });
    form.clearErrors();
    if (!keepTyped) forget();
  };

  /** After a save nothing is kept and leaving asks nothing. */
  const settle = () => {
    isSettled.current = true;
    forget();
  };

  const isDirty = () => !isSettled.current && !isSame(form.getValues(), start.current);

  const startOver = () => {
    form.setValues(start.current ?? {});
    form.clearErrors();
    setBase(record);
    forget();
  };

  const isRestored = restored !== undefined;
  return {
    form,
    base,
    setBase,
    begin,
    check,
    blame,
    checkOne,
    rebase,
    settle,
    startOver,
    forget,
    isDirty,
    isRestored,
  };
}

function isSame(values: FormValues, start: FormValues = {}): boolean {
  return Object.entries(values).every(([name, value]) => value === (start[name] ?? emptyLike(value)));
}

function emptyLike(value: FormValues[string]) {
  return typeof value === 'string' ? '' : typeof value === 'boolean' ? false : null;
}

type Errors = Record<string, string>;

/** The values of a form and their errors. */
export interface ValuesForm {
  values: FormValues;
  errors: Errors;
  /** The current values, also between two renders. */
  getValues(): FormValues;
  /** Changing a field clears its error. */
  setFieldValue(name: string, value: FormValues[string]): void;
  setValues(values: FormValues): void;
  setErrors(errors: Errors): void;
  setFieldError(name: string, error: string): void;
  clearErrors(): void;
}

const without = (errors: Errors, names: string[]): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));

export function useValues(first: FormValues, onChange: (values: FormValues) => void): ValuesForm {
  const [values, setState] = useState(first);
  const [errors, setErrors] = useState<Errors>({});
  const now = useRef(first);
  const tell = useRef(onChange);
  tell.current = onChange;

  const methods = useMemo(() => {
    const setValues = (changed: FormValues) => {
      now.current = { ...now.current, ...changed };
      setState(now.current);
      setErrors((before) => without(before, Object.keys(changed)));
      tell.current(now.current);
    };
    return {
      getValues: () => now.current,
      setFieldValue: (name: string, value: FormValues[string]) => setValues({ [name]: value }),
      setValues,
      setErrors,
      setFieldError: (name: string, error: string) => setErrors((before) => ({ ...before, [name]: error })),
      clearErrors: () => setErrors({}),
    };
  }, []);
  return { ...methods, values, errors };
}

interface Known extends Fault {
  /** The server's message, used when ours would lack something. */
  said?: string;
}

type Faults = Record<string, Known>;

/** The errors under the fields. Faults are stored, not texts, so that they follow the language. */
export function useFaults(definition: Definition, form: ValuesForm) {
  const { t } = useTranslation();
  const known = useRef<Faults>({});

  const textOf = (name: string, { said, ...fault }: Known) => {
    const raw = t(`message.${fault.key}`, { skipInterpolation: true, defaultValue: '' });
    const needsMore = raw.replaceAll('{{label}}', '').includes('{{') && !fault.values;
    const field = fieldOf(definition, name);
    return said && (raw === '' || needsMore || !field)
      ? said
      : field
        ? faultText(t, definition, field, fault)
        : fault.key;
  };

  const set = (faults: Faults) => {
    known.current = faults;
    const texts = Object.entries(faults).map(([name, fault]) => [name, textOf(name, fault)]);
    form.setErrors(Object.fromEntries(texts));
    return Object.keys(faults);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the language changes; fields edited since keep their state
  useEffect(() => {
    const left = Object.entries(known.current).filter(([name]) => form.errors[name]);
    if (left.length > 0) set(Object.fromEntries(left));
  }, [t]);

  return {
    show: (faults: Record<string, Fault>) => set(faults),
    add: (name: string, fault: Fault) => {
      known.current = { ...known.current, [name]: fault };
      form.setFieldError(name, textOf(name, fault));
    },
    /** The server's errors for those fields. */
    quote: (error: unknown, names: string[]) => {
      const codes = error instanceof ApiError ? error.codes : [];
      const found = names.flatMap((name) => codes.find(({ field }) => field === name) ?? []);
      set(Object.fromEntries(found.map(({ field, code, message }) => [field, { key: code, said: message }])));
    },
  };
}

/** What the form shows on top after the popup closes: what to do, or an error without a popup. */
export type Trouble = { kind: 'stale' } | { kind: 'failed'; error: unknown };

interface SubmitGiven {
  definition: Definition;
  mode: Mode;
  record: ReturnType<typeof useRecordForm>;
  root: RefObject<HTMLFormElement | null>;
  /** The record is stored, but its related records may still fail. */
  onStored(stored: MasterRecord): void;
  onDone(saved: MasterRecord): void;
}

const isStale = (error: unknown) =>
  error instanceof ApiError && error.codes.some(({ code }) => code === 'stale');

/** The errors whose fields are not on the form. */
function hiddenOf(error: unknown, isShown: (name: string) => boolean) {
  const hidden = Object.entries(fieldsOf(error)).filter(([name]) => !isShown(name));
  if (hidden.length === 0 || !(error instanceof ApiError)) return error;
  return new ApiError(error.status, hidden.map(([, text]) => text).join(' '));
}

/** Validates, saves, and shows every error where it belongs. */
export function useSubmit({ definition, mode, record, root, onStored, onDone }: SubmitGiven) {
  const send = useSave(definition);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { form } = record;

  const focusSoon = (names: string[]) => requestAnimationFrame(() => focusFirst(root.current, names));

  /** Errors go under their fields; those without a field on the form show as a popup. */
  const complain = (error: unknown, sender: Element | null) => {
    const isShown = (name: string) => root.current?.querySelector(`[data-field="${name}"]`) != null;
    const names = Object.keys(fieldsOf(error));
    const shown = names.filter(isShown);
    record.blame(error, shown);
    if (shown.length > 0) focusFirst(root.current, shown);
    else focusAgain(sender);
    if (shown.length > 0 && shown.length === names.length) return;
    const isSaid = showError(hiddenOf(error, isShown));
    if (isStale(error)) setTrouble({ kind: 'stale' });
    else if (!isSaid) setTrouble({ kind: 'failed', error });
  };

  const store = async () => {
    const isNew = mode !== 'edit';
    const values = form.getValues();
    const body = toBody(definition, values, isNew ? undefined : record.base);
    const saved = await send.mutateAsync({ body, isNew });
    const after = customAfterSave[definition.resource];
    if (after) {
      onStored(saved);
      await after({ saved, values, mode });
    }
    record.settle();
    onDone(saved);
  };

  const submit = async () => {
    setTrouble(null);
    const sender = document.activeElement;
    const wrong = record.check(mode === 'edit' ? 'update' : 'save');
    if (wrong.length > 0) return focusSoon(wrong);
    setIsBusy(true);
    const failure = await store().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    // Synchronously: a busy button cannot take the focus that the popup returns.
    flushSync(() => setIsBusy(false));
    if (failure) complain(failure.error, sender);
  };

  return { submit, trouble, dismiss: () => setTrouble(null), isBusy };
}

/** What inputs may ask of the surrounding form. */
export interface FormHost {
  /** Validates the format of one field at once. */
  checkOne(name: string): void;
  /** A value loaded by the form body: typed text wins over it, and it does not count as a change. */
  begin(name: string, value: string | boolean | null): void;
}

const Context = createContext<FormHost>({ checkOne: () => {}, begin: () => {} });

export const FormHostProvider = Context.Provider;
export const useFormHost = () => useContext(Context);
