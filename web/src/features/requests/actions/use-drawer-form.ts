import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, fieldsOf, isDeclined, messageOf } from '@/lib/api';
import { confirm } from '@/lib/feedback';
import { focusAgain, focusFirst } from '@/lib/field-focus';
import { useLeaveGuard } from '@/lib/leave-guard';
import { t } from '@/lib/wording';

export type FieldFaults = Record<string, string | undefined>;

interface Given<V extends object> {
  opened: boolean;
  blank: V;
  check(values: V): FieldFaults;
  run(values: V): Promise<void>;
  onStale(): Promise<unknown>;
  onClose(): void;
  /** The server may use a longer path for a field. */
  path?: string;
}

/** A small form that adds something to a request: unsaved guard, field errors, input kept over a stale version. */
export function useDrawerForm<V extends object>({
  opened,
  blank,
  check,
  run,
  onStale,
  onClose,
  path = '',
}: Given<V>) {
  const [values, setValues] = useState(blank);
  const [faults, setFaults] = useState<FieldFaults>({});
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const start = useRef(blank);
  const isDirty = useRef(false);
  isDirty.current = opened && JSON.stringify(values) !== JSON.stringify(start.current);
  useLeaveGuard(
    () => isDirty.current,
    () => setValues(start.current),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets on opening only
  useEffect(() => {
    if (!opened) return;
    start.current = blank;
    setValues(blank);
    setFaults({});
    setMessage('');
  }, [opened]);

  const set = (patch: Partial<V>) => {
    setValues((now) => ({ ...now, ...patch }));
    setFaults((now) => ({
      ...now,
      ...Object.fromEntries(Object.keys(patch).map((name) => [name, undefined])),
    }));
  };
  /** The fields with errors; empty when the error shows on top. */
  const fail = async (error: unknown): Promise<string[]> => {
    if (isDeclined(error)) return [];
    if (error instanceof ApiError && error.status === 409) {
      await onStale();
      setMessage(t('ui.requests.stale'));
      return [];
    }
    const found = Object.entries(fieldsOf(error)).map(
      ([name, fault]) => [name.replace(path, ''), fault] as const,
    );
    const known = found.filter(([name]) => name in values);
    setFaults(Object.fromEntries(known));
    if (known.length === 0) setMessage(messageOf(error));
    return known.map(([name]) => name);
  };
  const submit = async () => {
    if (busy) return;
    const found = Object.entries(check(values)).filter(([, fault]) => fault);
    setFaults(Object.fromEntries(found));
    const blame = (names: string[]) => requestAnimationFrame(() => focusFirst(root.current, names));
    if (found.length > 0) return void blame(found.map(([name]) => name));
    const sender = document.activeElement;
    setBusy(true);
    setMessage('');
    const blamed = await run(values).then(() => undefined, fail);
    // Synchronously: a busy button cannot take the focus.
    flushSync(() => setBusy(false));
    if (blamed) {
      focusAgain(sender);
      return void blame(blamed);
    }
    isDirty.current = false;
    start.current = values;
    onClose();
  };
  const close = async () => {
    if (busy || (isDirty.current && !(await confirm('discard')))) return;
    isDirty.current = false;
    setValues(start.current);
    onClose();
  };
  return { root, values, set, faults, message, busy, submit, close };
}
