import { useEffect, useRef, useState } from 'react';
import { ApiError, fieldsOf as faultsOf, isDeclined, messageOf } from '@/lib/api';
import { confirm } from '@/lib/feedback';
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
  const fail = async (error: unknown) => {
    if (isDeclined(error)) return;
    const isStale = error instanceof ApiError && error.status === 409;
    const fields = faultsOf(error) as Faults;
    setFaults(fields);
    if (isStale) {
      await onStale();
      setTrouble({ kind: 'stale' });
    } else if (!Object.keys(fields).some((name) => name in blank)) {
      setTrouble({ kind: 'failed', message: messageOf(error) || t('message.networkIssue') });
    }
  };
  const submit = async () => {
    if (action === null || busy) return;
    const found = check(action, values);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    setTrouble(null);
    try {
      if ((await run(values)) === false) return;
      setValues(blank);
      onClose();
    } catch (error) {
      await fail(error);
    } finally {
      setBusy(false);
    }
  };
  const close = async () => {
    if (busy || (isDirty.current && !(await confirm('discard')))) return;
    setValues(blank);
    onClose();
  };
  return { values, set, faults, trouble, busy, submit, close };
}
