import { useEffect, useRef, useState } from 'react';
import { useUnsaved } from '@/lib/unsaved';
import { type Definition, fieldOf, isSecret, type MasterRecord } from '../model/definition';
import { CURRENT_PASSWORD, type FormValues, type Mode, startValues } from '../model/record';
import { checkField, checkRecord, type Purpose } from '../model/validate';
import { useFaults } from './use-faults';
import { useValues } from './use-values';

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
  const check = (purpose: Purpose): string[] =>
    faults.show(checkRecord(definition, form.getValues(), purpose));

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
