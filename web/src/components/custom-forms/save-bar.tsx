import { Button } from '@mantine/core';
import { useTranslation } from '@/lib/wording';
import classes from './custom-forms.module.css';

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
      <p role="status">{t(isDirty ? 'ui.rich.saveBar.changes' : 'ui.rich.saveBar.none', { count })}</p>
      <Button variant="default" disabled={!isDirty || isSaving} onClick={onDiscard}>
        {t('ui.rich.saveBar.discard')}
      </Button>
      <Button disabled={!isDirty} loading={isSaving} onClick={onSave}>
        {t('ui.rich.saveBar.save')}
      </Button>
    </div>
  );
}
