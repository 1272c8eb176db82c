import { ActionIcon, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from '@/lib/wording';
import classes from '../log.module.css';
import { mostRows, sizes } from '../model/state';
import { useFormats } from '../words';

interface Props {
  page: number;
  size: number;
  total: number;
  onPage(page: number): void;
  onSize(size: number): void;
}

/** "1–25 of 64", or "of 10,000+": the server counts no further, and pages no further either. */
export function Pager({ page, size, total, onPage, onSize }: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const reachable = Math.min(total, mostRows);
  const from = Math.min((page - 1) * size + 1, reachable);
  const to = Math.min(page * size, reachable);
  const shownTotal = total > mostRows ? t('ui.logs.most', { number: number(mostRows) }) : number(total);
  return (
    <nav className={classes.pager} aria-label={t('ui.logs.pages')}>
      <span aria-live="polite">
        {t('ui.logs.range', { from: number(from), to: number(to), total: shownTotal })}
      </span>
      <div className={classes.size}>
        <span className={classes.sizeLabel} aria-hidden>
          {t('ui.logs.perPage')}
        </span>
        <Select
          size="xs"
          w={76}
          aria-label={t('ui.logs.perPage')}
          data={sizes.map(String)}
          value={String(size)}
          onChange={(value) => onSize(Number(value))}
          allowDeselect={false}
        />
      </div>
      <ActionIcon
        variant="default"
        size={32}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        aria-label={t('ui.logs.previous')}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={32}
        disabled={to >= reachable}
        onClick={() => onPage(page + 1)}
        aria-label={t('ui.logs.next')}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </nav>
  );
}
