import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, fieldsOf, showError } from '@/lib/api';
import { focusAgain, focusFirst } from '@/lib/field-focus';
import { customAfterSave } from '../custom-forms/registry';
import { useSave } from '../data/use-changes';
import type { Definition, MasterRecord } from '../model/definition';
import { type Mode, toBody } from '../model/record';
import type { useRecordForm } from './use-record-form';

/** What the form shows on top after the popup closes: what to do, or an error without a popup. */
export type Trouble = { kind: 'stale' } | { kind: 'failed'; error: unknown };

interface Given {
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
export function useSubmit({ definition, mode, record, root, onStored, onDone }: Given) {
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
