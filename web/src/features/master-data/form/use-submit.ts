import { type RefObject, useState } from 'react';
import { ApiError, fieldsOf, messageOf } from '@/lib/api';
import { useSave } from '../data/use-changes';
import type { Definition, MasterRecord } from '../model/definition';
import { type Mode, toBody } from '../model/record';
import { richAfterSave } from '../rich/registry';
import { focusFirst } from './focus';
import type { useRecordForm } from './use-record-form';

export interface Trouble {
  message: string;
  /** Somebody else changed the record since it was read. */
  isStale: boolean;
}

interface Given {
  definition: Definition;
  mode: Mode;
  record: ReturnType<typeof useRecordForm>;
  root: RefObject<HTMLFormElement | null>;
  /** The record is stored, but what belongs to it may still fail. */
  onStored(stored: MasterRecord): void;
  onDone(saved: MasterRecord): void;
}

const isStale = (error: unknown) =>
  error instanceof ApiError && error.codes.some(({ code }) => code === 'stale');

/** Checks, sends, and puts every complaint where it belongs. */
export function useSubmit({ definition, mode, record, root, onStored, onDone }: Given) {
  const send = useSave(definition);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { form } = record;

  const focusSoon = (names: string[]) => requestAnimationFrame(() => focusFirst(root.current, names));

  /** Errors go under their fields; those whose field is not on the form, or have none, stand on top. */
  const complain = (error: unknown) => {
    const fields = Object.entries(fieldsOf(error));
    const isShown = ([name]: [string, string]) =>
      root.current?.querySelector(`[data-field="${name}"]`) != null;
    const shown = fields.filter(isShown);
    const hidden = fields.filter((each) => !isShown(each));
    form.setErrors(Object.fromEntries(shown));
    const message = hidden.length > 0 ? hidden.map(([, text]) => text).join(' ') : messageOf(error);
    setTrouble(shown.length > 0 && hidden.length === 0 ? null : { message, isStale: isStale(error) });
    focusSoon(shown.map(([name]) => name));
  };

  const store = async () => {
    const isNew = mode !== 'edit';
    const values = form.getValues();
    const body = toBody(definition, values, isNew ? undefined : record.base);
    const saved = await send.mutateAsync({ body, isNew });
    const after = richAfterSave[definition.resource];
    if (after) {
      onStored(saved);
      await after({ saved, values, mode });
    }
    record.settle();
    onDone(saved);
  };

  const submit = async () => {
    setTrouble(null);
    const wrong = record.check(mode === 'edit' ? 'update' : 'save');
    if (wrong.length > 0) return focusSoon(wrong);
    setIsBusy(true);
    await store().catch(complain);
    setIsBusy(false);
  };

  return { submit, trouble, dismiss: () => setTrouble(null), isBusy };
}
