import { useForm, type UseFormReturnType } from '@mantine/form';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useUnsaved } from '@/lib/unsaved';
import { useTranslation } from '@/lib/wording';
import { type Definition, fieldOf, isSecret, type MasterRecord } from '../model/definition';
import { type FormValues, type Mode, startValues } from '../model/record';
import { checkField, checkRecord, type Purpose } from '../model/validate';
import { faultText } from '../words';

export type RecordForm = UseFormReturnType<FormValues>;

interface Given {
  definition: Definition;
  screenCode: string;
  /** Tells the forms of one screen apart. */
  name: string;
  mode: Mode;
  record?: MasterRecord;
}

const VERSION = 'versionNumber';

/** Everything typed but secrets and pictures, with the version it was typed upon. */
function keepable(definition: Definition, values: FormValues, record?: MasterRecord) {
  const kept = Object.entries(values).filter(([name]) => {
    const field = fieldOf(definition, name);
    return !field || !(isSecret(field) || field.type === 'image');
  });
  return { ...Object.fromEntries(kept), [VERSION]: record?.[VERSION] };
}

/** The form of one record: its values, what was restored, and the checks before it is sent. */
export function useRecordForm({ definition, screenCode, name, mode, record }: Given) {
  const { t } = useTranslation();
  const unsaved = useUnsaved(screenCode, name);
  const start = useMemo(() => startValues(definition, mode, record), [definition, mode, record]);
  const [restored, setRestored] = useState(() => unsaved.restore());
  /** What the record looked like when typing began: an older version is refused as stale, never overwritten. */
  const [base, setBase] = useState<MasterRecord | undefined>(() =>
    restored && record ? { ...record, [VERSION]: restored[VERSION] as number } : record,
  );
  const isClean = useRef(false);

  const form = useForm<FormValues>({
    mode: 'controlled',
    initialValues: start,
    onValuesChange: (values) => {
      if (!isClean.current) unsaved.keep(keepable(definition, values, base));
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the form opens
  useEffect(() => {
    const { [VERSION]: _version, ...values } = restored ?? {};
    if (restored) form.setValues(values as FormValues);
  }, []);

  /** Puts what is wrong under the fields and answers their names. */
  const check = (purpose: Purpose): string[] => {
    const faults = checkRecord(definition, form.getValues(), purpose);
    const texts = Object.entries(faults).map(([name, fault]) => {
      const field = fieldOf(definition, name);
      return [name, field ? faultText(t, definition, field, fault) : fault.key];
    });
    form.setErrors(Object.fromEntries(texts));
    return Object.keys(faults);
  };

  /** A shape is told at once; that something is missing only when it is sent. */
  const checkOne = (name: string) => {
    const field = fieldOf(definition, name);
    const value = form.getValues()[name];
    if (!field || value === '' || value === null || value === undefined) return;
    const fault = checkField(field, value, 'update');
    if (fault) form.setFieldError(name, faultText(t, definition, field, fault));
  };

  /** Begins again upon a newer record, keeping what was typed where asked to. */
  const rebase = (newest: MasterRecord, keepTyped: boolean) => {
    const typed = form.getValues();
    const dirty = form.getDirty();
    const fresh = startValues(definition, mode, newest);
    const mine = Object.fromEntries(Object.entries(typed).filter(([name]) => keepTyped && dirty[name]));
    setBase(newest);
    form.setInitialValues(fresh);
    form.setValues({ ...fresh, ...mine });
    form.resetDirty(fresh);
    form.clearErrors();
    if (!keepTyped) forget();
  };

  const forget = () => {
    unsaved.forget();
    setRestored(undefined);
  };

  /** After a save nothing is kept and nobody is asked. */
  const settle = () => {
    isClean.current = true;
    forget();
  };

  const isDirty = () => !isClean.current && form.isDirty();

  return { form, base, setBase, check, checkOne, rebase, settle, forget, isDirty, isRestored: restored !== undefined };
}
