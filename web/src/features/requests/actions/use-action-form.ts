import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, fieldsOf as faultsOf, isDeclined, messageOf } from '@/lib/api';
import { confirm } from '@/lib/feedback';
import { focusAgain, focusFirst } from '@/lib/field-focus';
import { useLeaveGuard } from '@/lib/leave-guard';
import { t } from '@/lib/wording';
import { blank, check, type Faults, type Values } from './fields';

interface Given {
  action: string | null;
  run(values: Values): Promise<unknown>;
  /** Another user was faster: fetches the newest version, keeps the input. */
  onStale(): Promise<unknown>;
  onClose(): void;
}

export type Trouble = { kind: 'stale' } | { kind: 'failed'; message: string };

/** One action at a time: its inputs, errors and result. */
export function useActionForm({ action, run, onStale, onClose }: Given) {
  const [values, setValues] = useState(blank);
  const [faults, setFaults] = useState<Faults>({});
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [busy, setBusy] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const isDirty = useRef(false);
  isDirty.current = action !== null && JSON.stringify(values) !== JSON.stringify(blank);
  useLeaveGuard(
    () => isDirty.current,
    () => setValues(blank),
  );
  // Each opening starts empty.
  useEffect(() => {
    if (action === null) return;
    setValues(blank);
    setFaults({});
    setTrouble(null);
  }, [action]);

  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) => {
    setValues((now) => ({ ...now, [name]: value }));
    setFaults(({ [name]: _mended, ...others }) => others);
  };
  /** Focuses the first field with an error. */
  const blame = (found: Faults) => requestAnimationFrame(() => focusFirst(root.current, Object.keys(found)));
  const fail = async (error: unknown): Promise<Faults> => {
    if (isDeclined(error)) return {};
    const isStale = error instanceof ApiError && error.status === 409;
    const fields = faultsOf(error) as Faults;
    setFaults(fields);
    if (isStale) {
      await onStale();
      setTrouble({ kind: 'stale' });
    } else if (!Object.keys(fields).some((name) => name in blank)) {
      setTrouble({ kind: 'failed', message: messageOf(error) || t('message.networkIssue') });
    }
    return fields;
  };
  const submit = async () => {
    if (action === null || busy) return;
    const found = check(action, values);
    setFaults(found);
    if (Object.keys(found).length > 0) return void blame(found);
    const sender = document.activeElement;
    setBusy(true);
    setTrouble(null);
    const left = await run(values).then((done) => (done === false ? {} : undefined), fail);
    // Synchronously: a busy button cannot take the focus.
    flushSync(() => setBusy(false));
    if (left) {
      focusAgain(sender);
      return void blame(left);
    }
    setValues(blank);
    onClose();
  };
  const close = async () => {
    if (busy || (isDirty.current && !(await confirm('discard')))) return;
    setValues(blank);
    onClose();
  };
  return { root, values, set, faults, trouble, busy, submit, close };
}
