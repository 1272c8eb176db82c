import { Button, CloseButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { table } from '@/components/table';
import { useTranslation } from '@/lib/wording';

interface Props {
  count: number;
  isPhone: boolean;
  onDelete(): void;
  onClear(): void;
}

/** Actions for the selection, across pages. */
export function BulkBar({ count, isPhone, onDelete, onClear }: Props) {
  const { t } = useTranslation();
  return (
    <section className={table.bulk} aria-label={t('ui.master.selected', { count })}>
      <span aria-live="polite">{t('ui.master.selected', { count })}</span>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={onDelete}
      >
        {t('ui.common.delete')}
      </Button>
      {isPhone ? (
        <CloseButton
          className={table.end}
          size={40}
          iconSize={18}
          aria-label={t('ui.master.deselect')}
          onClick={onClear}
        />
      ) : (
        <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
          {t('ui.master.deselect')}
        </Button>
      )}
    </section>
  );
}
