import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, fieldsOf, isDeclined, messageOf } from '@/lib/api';
import { confirm } from '@/lib/feedback';
import { focusAgain, focusFirst, focusStart } from '@/lib/field-focus';
import { useLeaveGuard } from '@/lib/leave-guard';
import { t as say, useTranslation } from '@/lib/wording';
import { SideDrawer } from '../side-drawer';
import classes from './drawer-form.module.css';
import { FormMessage } from './form';
import { bindings, type Errors } from './use-form';

interface Given<V extends object> {
  /** Another value is another opening; false or null means closed. */
  opened: boolean | string | null;
  blank: V;
  check(values: V): Errors;
  /** False keeps the form open. */
  run(values: V): Promise<unknown>;
  /** Another user was faster: fetches the newest version; the input stays. */
  onStale(): Promise<unknown>;
  onClose(): void;
  /** The server may use a longer path for a field. */
  path?: string;
}

interface Said {
  tone: 'bad' | 'info';
  text: string;
}

const namesOf = (errors: Errors) => Object.keys(errors).filter((name) => errors[name]);

/** A form above the page: unsaved guard, errors under the fields, input kept over a stale version. */
export function useDrawerForm<V extends object>({ opened, blank, check, run, path = '', ...on }: Given<V>) {
  const isOpen = opened !== false && opened !== null;
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<Said | null>(null);
  const [busy, setBusy] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const start = useRef(blank);
  const isDirty = useRef(false);
  isDirty.current = isOpen && JSON.stringify(values) !== JSON.stringify(start.current);
  useLeaveGuard(
    () => isDirty.current,
    () => setValues(start.current),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets on opening only
  useEffect(() => {
    if (!isOpen) return;
    start.current = blank;
    setValues(blank);
    setErrors({});
    setMessage(null);
  }, [opened]);

  const set = (patch: Partial<V>) => {
    setValues((now) => ({ ...now, ...patch }));
    setErrors((now) => ({
      ...now,
      ...Object.fromEntries(Object.keys(patch).map((name) => [name, undefined])),
    }));
  };
  const blame = (found: Errors) => requestAnimationFrame(() => focusFirst(root.current, namesOf(found)));
  /** The errors of fields; empty when the error shows on top. */
  const fail = async (error: unknown): Promise<Errors> => {
    if (isDeclined(error)) return {};
    if (error instanceof ApiError && error.status === 409) {
      await on.onStale();
      setMessage({ tone: 'info', text: say('ui.requests.stale') });
      return {};
    }
    const found = Object.entries(fieldsOf(error)).map(([name, text]) => [name.replace(path, ''), text]);
    const known = Object.fromEntries(found.filter(([name]) => String(name) in values)) as Errors;
    setErrors(known);
    if (namesOf(known).length === 0) {
      setMessage({ tone: 'bad', text: messageOf(error) || say('message.networkIssue') });
    }
    return known;
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy || !isOpen) return;
    const found = check(values);
    setErrors(found);
    if (namesOf(found).length > 0) return void blame(found);
    const sender = document.activeElement;
    setBusy(true);
    setMessage(null);
    const left = await run(values).then((done) => (done === false ? {} : undefined), fail);
    // Synchronously: a busy button cannot take the focus.
    flushSync(() => setBusy(false));
    if (left) {
      focusAgain(sender);
      return void blame(left);
    }
    end(values);
  };
  const end = (last: V) => {
    isDirty.current = false;
    start.current = last;
    setValues(last);
    on.onClose();
  };
  const close = async () => {
    if (busy || (isDirty.current && !(await confirm('discard')))) return;
    end(start.current);
  };
  return { root, values, set, errors, message, busy, submit, close, ...bindings(values, errors, set) };
}

interface Props {
  opened: boolean;
  title: string;
  sub?: string;
  yes: string;
  form: {
    root: RefObject<HTMLFormElement | null>;
    message: Said | null;
    busy: boolean;
    submit(event: FormEvent): Promise<void>;
    close(): Promise<void>;
  };
  children: ReactNode;
}

/** A form in the drawer with sticky buttons. */
export function DrawerForm({ opened, title, sub, yes, form, children }: Props) {
  const { t } = useTranslation();
  return (
    <SideDrawer opened={opened} onClose={() => void form.close()} title={title} sub={sub}>
      <form
        ref={form.root}
        className={`${classes.form} column grow`}
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        <div className={`${classes.body} column grow gap-16 scroll-y`}>
          {form.message && <FormMessage tone={form.message.tone}>{form.message.text}</FormMessage>}
          {children}
          <FocusStart root={form.root} />
        </div>
        <footer className={`${classes.footer} flex at-end gap-8 line-above`}>
          <Button variant="default" onClick={() => void form.close()}>
            {t('ui.common.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {yes}
          </Button>
        </footer>
      </form>
    </SideDrawer>
  );
}

/** Mounted with the drawer's content, which appears a moment after it opens. */
function FocusStart({ root }: Pick<Props['form'], 'root'>) {
  useEffect(() => focusStart(root.current), [root]);
  return null;
}
