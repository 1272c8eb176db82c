import { useState } from 'react';
import { useForm } from '@/components/form';
import { type Fault, faultsOf, faultText } from '@/components/form/faults';
import { ApiError, fieldsOf, isStale, showError } from '@/lib/api';
import { isPlaced } from '@/lib/field-focus';
import { useLeaveGuard } from '@/lib/leave-guard';
import { useUnsaved } from '@/lib/unsaved';
import { t } from '@/lib/wording';
import { customAfterSave, customStart } from '../custom-forms/registry';
import { useSave } from '../data/use-list';
import { type Definition, fieldOf, isSecret, type MasterRecord } from '../model/definition';
import { CURRENT_PASSWORD, type FormValues, isInvited, type Mode, startValues, toBody } from '../model/record';
import { checkField, checkRecord } from '../model/validate';
import { labelText } from '../words';

/** What the body of a form needs of it. */
export interface RecordFields {
  values: FormValues;
  errors: { [name: string]: string | undefined };
  /** Changing a field clears its error. */
  set(patch: FormValues): void;
  /** Checks the format of one field at once. */
  checkOne(name: string): void;
  isDirty(): boolean;
}

/** What the form shows on top after the popup closes: what to do, or an error without a popup. */
export type Trouble = { kind: 'stale' } | { kind: 'failed'; error: unknown };

interface Given {
  definition: Definition;
  /** Where typed input is kept: the screen, or a part of it. */
  formName: string;
  /** Distinguishes the forms of one screen. */
  name: string;
  mode: Mode;
  record?: MasterRecord;
  /** True where the form is the page itself and continues with the stored record. */
  isPage: boolean;
  onDone(saved: MasterRecord): void;
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

/** The form of one record: restored input, validation, saving, and every error where it belongs. */
export function useRecordForm({ definition, formName, name, record, isPage, onDone, ...given }: Given) {
  const send = useSave(definition);
  const unsaved = useUnsaved(formName, name);
  const [stored, setStored] = useState<MasterRecord>();
  const mode = stored ? 'edit' : given.mode;
  /** The record when typing began: an older version is refused as stale, never overwritten. */
  const [base, setBase] = useState<MasterRecord | undefined>(() => {
    const kept = unsaved.restore();
    return kept && record ? { ...record, [VERSION]: kept[VERSION] as number } : record;
  });
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  const textOf = (name: string, fault: Fault) => {
    if (!fieldOf(definition, name)) return fault.said ?? fault.key;
    return faultText(fault, labelText(t, definition.resource, name));
  };
  const textsOf = (faults: Record<string, Fault>) =>
    Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, textOf(name, fault)]));

  const check = (values: FormValues) => {
    const { password, ...others } = checkRecord(definition, values, mode === 'edit' ? 'update' : 'save');
    return textsOf(password && !isInvited(definition, values) ? { ...others, password } : others);
  };

  const keepOn = (saved: MasterRecord) => {
    setStored(saved);
    setBase(saved);
  };
  const store = async (values: FormValues) => {
    const isNew = mode !== 'edit';
    const body = toBody(definition, values, isNew ? undefined : base);
    const saved = await send.mutateAsync({ body, isNew });
    const after = customAfterSave[definition.resource];
    if (after) {
      // The record is stored, but its related records may still fail.
      keepOn(saved);
      await after({ saved, values, mode });
    }
    form.settle();
    if (isPage) {
      keepOn(saved);
      form.restart(startValues(definition, 'edit', saved));
    }
    onDone(saved);
  };

  const isShown = (name: string): boolean => isPlaced(form.root.current, name);
  /** Errors without a field on the form show as a popup. */
  const complain = (error: unknown) => {
    const fields = Object.entries(fieldsOf(error));
    const hidden = fields.filter(([name]) => !isShown(name));
    if (fields.length > 0 && hidden.length === 0) return true;
    const texts = hidden.map(([, text]) => text).join(' ');
    const isSaid = showError(hidden.length > 0 ? new ApiError((error as ApiError).status, texts) : error);
    if (isStale(error)) setTrouble({ kind: 'stale' });
    else if (!isSaid) setTrouble({ kind: 'failed', error });
    return true;
  };

  const form = useForm<FormValues>({
    blank: () => ({
      ...startValues(definition, given.mode, record),
      ...(given.mode === 'create' && customStart[definition.resource]?.()),
    }),
    unsaved: {
      restore: () => {
        const kept = unsaved.restore();
        return kept && { ...kept, [VERSION]: undefined };
      },
      keep: (values) => unsaved.keep(values && keepable(definition, values, base)),
    },
    check,
    run: store,
    errorsOf: (error) => textsOf(Object.fromEntries(Object.entries(faultsOf(error)).filter(([name]) => isShown(name)))),
    onFailed: complain,
  });
  useLeaveGuard(form.isDirty, form.restart);

  /** Format errors show at once, missing values only on submit. */
  const checkOne = (name: string) => {
    const field = fieldOf(definition, name);
    const value = form.now()[name];
    if (!field || value === '' || value === null || value === undefined) return;
    const fault = checkField(field, value, 'update');
    if (fault) form.add(() => textsOf({ [name]: fault }));
  };

  /** Restarts from a newer record, keeping typed values if asked to. */
  const rebase = (newest: MasterRecord, keepTyped: boolean) => {
    setBase(newest);
    setTrouble(null);
    form.restart(startValues(definition, 'edit', newest), keepTyped ? form.changes() : undefined);
  };
  const startOver = () => {
    setBase(record);
    form.restart();
  };
  const submit = () => {
    setTrouble(null);
    return form.submit();
  };
  return { ...form, mode, stored, trouble, checkOne, rebase, startOver, submit };
}
