import { Button } from '@mantine/core';
import { type FormEvent, type RefObject, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { focusStart } from '@/lib/field-focus';
import { useLeaveGuard } from '@/lib/leave-guard';
import { useTranslation } from '@/lib/wording';
import { customForms } from '../custom-forms/registry';
import type { Definition, MasterRecord } from '../model/definition';
import type { Mode } from '../model/record';
import classes from './form.module.css';
import { FormSkeleton } from './form-skeleton';
import { type FormHost, FormHostProvider } from './host';
import { Notices } from './notices';
import { PlainForm } from './plain-form';
import { useRecordForm } from './use-record-form';
import { useSubmit } from './use-submit';

interface Props {
  definition: Definition;
  formName: string;
  /** Distinguishes the forms of one screen: the record's key, or 'new'. */
  name: string;
  mode: Mode;
  record?: MasterRecord;
  readOnly: boolean;
  /** Fetches the newest version of the record. */
  reload?(): Promise<MasterRecord | undefined>;
  onDone(saved: MasterRecord): void;
  /** Absent where the form is the page itself. */
  onCancel?(): void;
}

/** A record's form with validation, saving, errors, and the guard before leaving. */
export function RecordForm({
  definition,
  formName,
  name,
  record,
  readOnly,
  onDone,
  onCancel,
  ...rest
}: Props) {
  const { t } = useTranslation();
  const root = useRef<HTMLFormElement>(null);
  const id = useId();
  const [stored, setStored] = useState<MasterRecord>();
  const mode = stored ? 'edit' : rest.mode;
  const state = useRecordForm({ definition, formName, name, mode: rest.mode, record });
  const onStored = (saved: MasterRecord) => {
    setStored(saved);
    state.setBase(saved);
  };
  /** A drawer closes after the save; a page continues with the stored record. */
  const onSaved = (saved: MasterRecord) => {
    if (!onCancel) {
      onStored(saved);
      state.rebase(saved, false);
    }
    onDone(saved);
  };
  const sending = { definition, mode, record: state, root, onStored, onDone: onSaved };
  const { submit, trouble, dismiss, isBusy } = useSubmit(sending);
  useLeaveGuard(state.isDirty, state.forget);

  const latest = useRef(state);
  latest.current = state;
  const host = useMemo<FormHost>(
    () => ({
      checkOne: (field) => latest.current.checkOne(field),
      begin: (field, value) => latest.current.begin(field, value),
    }),
    [],
  );

  const rebase = async (keepTyped: boolean) => {
    const newest = await rest.reload?.();
    if (newest) state.rebase(newest, keepTyped);
    if (newest) dismiss();
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !readOnly) void submit();
  };

  const Body = customForms[definition.resource] ?? PlainForm;
  const shown = stored ?? record;
  return (
    <form ref={root} id={id} className={`${classes.form} column grow`} onSubmit={onSubmit} noValidate>
      <div className={`${classes.body} grow scroll-y`}>
        <Notices
          trouble={trouble}
          isRestored={state.isRestored}
          onReload={() => void rebase(false)}
          onKeep={() => void rebase(true)}
          onDiscard={state.startOver}
        />
        <FormHostProvider value={host}>
          <Suspense fallback={<FormSkeleton count={4} />}>
            {onCancel && <FocusStart root={root} />}
            <Body definition={definition} form={state.form} record={shown} mode={mode} readOnly={readOnly} />
          </Suspense>
        </FormHostProvider>
      </div>
      {!(readOnly && !onCancel) && (
        <div className={`${classes.footer} flex at-end gap-8 line-above`}>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t(readOnly ? 'ui.common.close' : 'ui.common.cancel')}
            </Button>
          )}
          {!readOnly && (
            <Button type="submit" loading={isBusy}>
              {t(mode === 'edit' ? 'ui.master.saveChanges' : 'ui.master.create')}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

/** Rendered beside the body, so that it acts only once a lazily loaded body is there. */
function FocusStart({ root }: { root: RefObject<HTMLElement | null> }) {
  useEffect(() => focusStart(root.current), [root]);
  return null;
}
