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
  /** Somebody else was quicker: the newest is fetched, what was typed stays. */
  onStale(): Promise<unknown>;
  onClose(): void;
}

export type Trouble = { kind: 'stale' } | { kind: 'failed'; message: string };

/** One action at a time: what it asks for, what is wrong with it, what came of it. */
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
  // Each opening begins afresh.
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
  /** The first field with a fault takes the focus. */
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
    // At once, for a button that is busy cannot take the focus.
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
