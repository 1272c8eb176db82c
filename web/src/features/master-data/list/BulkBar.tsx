import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from '@/lib/wording';
import classes from './list.module.css';

interface Props {
  count: number;
  onDelete(): void;
  onClear(): void;
}

/** What can be done with all that is selected, on whichever page it stands. */
export function BulkBar({ count, onDelete, onClear }: Props) {
  const { t } = useTranslation();
  return (
    <section className={classes.bulk} aria-label={t('ui.master.selected', { count })}>
      <span aria-live="polite">{t('ui.master.selected', { count })}</span>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={onDelete}
      >
        {t('ui.common.delete')}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        {t('ui.common.clear')}
      </Button>
    </section>
  );
}
