import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '@/lib/wording';
import classes from './custom-forms.module.css';

interface CustomSectionProps {
  title: string;
  about?: string;
  children: ReactNode;
}

/** A titled section of a long form: title beside the fields on wide screens, above them on narrow ones. */
export function CustomSection({ title, about, children }: CustomSectionProps) {
  const id = useId();
  return (
    <section className={`${classes.section} grid py-24 line-above`} aria-labelledby={id}>
      <div>
        <h2 id={id} className="title">
          {title}
        </h2>
        {about && <p className="m-0 mt-4 text-13 muted">{about}</p>}
      </div>
      <div className={`${classes.fields} grid narrow gap-16`}>{children}</div>
    </section>
  );
}

/** All sections of a form; their width decides where the titles go. */
export function CustomSections({ children }: { children: ReactNode }) {
  return <div className={classes.sections}>{children}</div>;
}

/** A warning before saving; it does not block the save. */
export function Note({ tone = 'warn', children }: { tone?: 'warn' | 'bad'; children: ReactNode }) {
  return (
    <div className={`${classes.note} p-12 tint-${tone} flex gap-8 text-13 rounded`} role="status">
      <IconAlertTriangle size={16} aria-hidden />
      <div>{children}</div>
    </div>
  );
}

interface SaveBarProps {
  /** Number of unsaved changes. */
  count: number;
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** Shows the number of unsaved changes, and saves them. */
export function SaveBar({ count, isSaving, onSave, onDiscard }: SaveBarProps) {
  const { t } = useTranslation();
  const isDirty = count > 0;
  return (
    <div className={`${classes.saveBar} row wrap mt-16 card`} data-dirty={isDirty || undefined}>
      <p role="status">{t(isDirty ? 'ui.form.saveBar.changes' : 'ui.form.saveBar.none', { count })}</p>
      <Button variant="default" disabled={!isDirty || isSaving} onClick={onDiscard}>
        {t('ui.form.saveBar.discard')}
      </Button>
      <Button disabled={!isDirty} loading={isSaving} onClick={onSave}>
        {t('ui.form.saveBar.save')}
      </Button>
    </div>
  );
}
