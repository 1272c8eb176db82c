import { Button } from '@mantine/core';
import { IconAlertCircle, IconHistory, IconRefreshAlert } from '@tabler/icons-react';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { FormNotice } from '@/components/form/notice';
import { messageOf } from '@/lib/api';
import { focusStart } from '@/lib/field-focus';
import { useLeaveGuard } from '@/lib/leave-guard';
import { useTranslation } from '@/lib/wording';
import { type CustomFormProps, customForms } from '../custom-forms/registry';
import classes from '../master-data.module.css';
import type { Definition, Field, MasterRecord } from '../model/definition';
import type { Mode } from '../model/record';
import { sectionsOf, wideFields } from '../model/sections';
import { FieldInput } from './field-input';
import { FormSkeleton } from './form-skeleton';
import { type FormHost, FormHostProvider, type Trouble, useRecordForm, useSubmit } from './use-record-form';

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

/** A titled section of a form. */
export function FormSection({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId();
  if (!title) return <div className={classes.section}>{children}</div>;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className="title mb-12 tight">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** The default form body of any resource, rendered from its definition. */
export function PlainForm(props: CustomFormProps) {
  const { t } = useTranslation();
  const sections = useMemo(() => sectionsOf(props.definition), [props.definition]);
  return sections.map((section) => (
    <FormSection
      key={section.name}
      title={sections.length > 1 ? t(`ui.master.section.${section.name}`) : undefined}
    >
      <FieldGrid {...props} fields={section.fields} />
    </FormSection>
  ));
}

interface NoticesProps {
  trouble: Trouble | null;
  isRestored: boolean;
  onReload(): void;
  onKeep(): void;
  onDiscard(): void;
}

/** Notices about the form as a whole: a failure, a change by another user, restored input. */
function Notices({ trouble, isRestored, onReload, onKeep, onDiscard }: NoticesProps) {
  const { t } = useTranslation();
  if (trouble?.kind === 'stale') {
    return (
      <FormNotice
        tone="warn"
        icon={<IconRefreshAlert aria-hidden />}
        title={t('message.stale')}
        actions={[
          { label: t('ui.master.stale.keep'), onClick: onKeep },
          { label: t('ui.master.stale.reload'), onClick: onReload },
        ]}
      >
        {t('ui.master.stale.about')}
      </FormNotice>
    );
  }
  if (trouble) {
    return (
      <FormNotice tone="bad" icon={<IconAlertCircle aria-hidden />}>
        {messageOf(trouble.error)}
      </FormNotice>
    );
  }
  if (!isRestored) return null;
  return (
    <FormNotice
      tone="info"
      icon={<IconHistory aria-hidden />}
      actions={[{ label: t('ui.master.startOver'), onClick: onDiscard }]}
    >
      {t('ui.master.restored')}
    </FormNotice>
  );
}

/** Fields in two columns, one on phones; switches are grouped below, where they line up. */
export function FieldGrid({ fields, ...props }: CustomFormProps & { fields: Field[] }) {
  const inputs = fields.filter((field) => field.type !== 'bool');
  const switches = fields.filter((field) => field.type === 'bool');
  const wide = wideFields(inputs);
  return (
    <>
      {inputs.length > 0 && (
        <div className="fields">
          {inputs.map((field) => (
            <div key={field.name} className={wide.has(field.name) ? 'whole-row' : undefined}>
              <FieldInput {...props} field={field} />
            </div>
          ))}
        </div>
      )}
      {switches.length > 0 && (
        <div className={`${classes.switches} fields`}>
          {switches.map((field) => (
            <FieldInput key={field.name} {...props} field={field} />
          ))}
        </div>
      )}
    </>
  );
}
