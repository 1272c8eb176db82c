import { Box, Button, Flex, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, Suspense, useId, useMemo } from 'react';
import { FocusStart } from '@/components/form';
import { FormNotice, RestoredNotice, StaleNotice } from '@/components/form/notice';
import { messageOf } from '@/lib/api';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { type CustomFormProps, customForms } from '../custom-forms/registry';
import classes from '../master-data.module.css';
import type { Definition, Field, MasterRecord } from '../model/definition';
import type { Mode } from '../model/record';
import { sectionsOf, wideFields } from '../model/sections';
import { FieldInput } from './field-input';
import { FormSkeleton } from './form-skeleton';
import { useRecordForm } from './use-record-form';

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
export function RecordForm({ record, readOnly, reload, onCancel, ...given }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { definition } = given;
  // A drawer closes after the save; a page continues with the stored record.
  const form = useRecordForm({ ...given, record, isPage: !onCancel });
  const { mode } = form;

  const rebase = async (keepTyped: boolean) => {
    const newest = await reload?.();
    if (newest) form.rebase(newest, keepTyped);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!readOnly) void form.submit();
  };

  const Body = customForms[definition.resource] ?? PlainForm;
  const shown = form.stored ?? record;
  return (
    <form ref={form.root} id={id} className={classes.form} onSubmit={onSubmit} noValidate>
      <Box className={`${classes.body} ${looks.scrollY}`} flex={1}>
        {form.trouble?.kind === 'stale' ? (
          <StaleNotice words="ui.master" onKeep={() => void rebase(true)} onReload={() => void rebase(false)} />
        ) : form.trouble ? (
          <FormNotice tone="bad">{messageOf(form.trouble.error)}</FormNotice>
        ) : (
          form.isRestored && <RestoredNotice onStartOver={form.startOver} />
        )}
        <Suspense fallback={<FormSkeleton count={4} />}>
          {onCancel && <FocusStart root={form.root} />}
          <Body definition={definition} form={form} record={shown} mode={mode} readOnly={readOnly} />
        </Suspense>
      </Box>
      {!(readOnly && !onCancel) && (
        <Flex className={`${classes.footer} ${looks.lineAbove}`} justify="flex-end" gap={8}>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t(readOnly ? 'ui.common.close' : 'ui.common.cancel')}
            </Button>
          )}
          {!readOnly && (
            <Button type="submit" loading={form.busy}>
              {t(mode === 'edit' ? 'ui.master.saveChanges' : 'ui.master.create')}
            </Button>
          )}
        </Flex>
      )}
    </form>
  );
}

/** A titled section of a form. */
function FormSection({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId();
  if (!title) return <div className={classes.section}>{children}</div>;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Text id={id} component="h3" mb={12} fz="lg" fw={600} lh={1.4}>
        {title}
      </Text>
      {children}
    </section>
  );
}

/** The default form body of any resource, rendered from its definition. */
function PlainForm(props: CustomFormProps) {
  const { t } = useTranslation();
  const sections = useMemo(() => sectionsOf(props.definition), [props.definition]);
  return sections.map((section) => (
    <FormSection key={section.name} title={sections.length > 1 ? t(`ui.master.section.${section.name}`) : undefined}>
      <FieldGrid {...props} fields={section.fields} />
    </FormSection>
  ));
}

/** Fields in two columns, one on phones; switches are grouped below, where they line up. */
function FieldGrid({ fields, ...props }: CustomFormProps & { fields: Field[] }) {
  const inputs = fields.filter((field) => field.type !== 'bool');
  const switches = fields.filter((field) => field.type === 'bool');
  const wide = wideFields(inputs);
  return (
    <>
      {inputs.length > 0 && (
        <div className={looks.fields}>
          {inputs.map((field) => (
            <div key={field.name} className={wide.has(field.name) ? looks.wholeRow : undefined}>
              <FieldInput {...props} field={field} />
            </div>
          ))}
        </div>
      )}
      {switches.length > 0 && (
        <div className={`${classes.switches} ${looks.fields}`}>
          {switches.map((field) => (
            <FieldInput key={field.name} {...props} field={field} />
          ))}
        </div>
      )}
    </>
  );
}
