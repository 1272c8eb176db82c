import { NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { IconButton } from '@/components/icon-button';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import classes from './list.module.css';

interface Props {
  page: number;
  size: number;
  total: number;
  sizes: number[];
  /** The server stopped counting at this total. */
  most?: number;
  /** The server does not page beyond this. */
  farthest?: number;
  onPage(page: number): void;
  onSize(size: number): void;
}

/** "1–15 of 64", page size, previous and next. */
export const Pager = memo(function Pager({
  page,
  size,
  total,
  sizes,
  most = Number.POSITIVE_INFINITY,
  farthest = most,
  onPage,
  onSize,
}: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const reachable = Math.min(total, farthest);
  const from = Math.min((page - 1) * size + 1, reachable);
  const to = Math.min(page * size, reachable);
  const shownTotal = total >= most ? t('ui.logs.most', { number: number(most) }) : number(total);
  return (
    <nav
      className={`${classes.pager} row wrap py-8 px-16 gap-8 text-13 muted line-above`}
      aria-label={t('ui.master.pages')}
    >
      <span aria-live="polite">
        {t('ui.master.range', { from: number(from), to: number(to), total: shownTotal })}
      </span>
      <div className={`${classes.size} row gap-8`}>
        <span className={classes.sizeLabel} aria-hidden>
          {t('ui.master.perPage')}
        </span>
        <NativeSelect
          size="xs"
          w={72}
          aria-label={t('ui.master.perPage')}
          data={sizes.map(String)}
          value={String(size)}
          onChange={(event) => onSize(Number(event.currentTarget.value))}
        />
      </div>
      <IconButton
        Icon={IconChevronLeft}
        iconSize={16}
        variant="default"
        size={32}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        label={t('ui.master.previous')}
      />
      <IconButton
        Icon={IconChevronRight}
        iconSize={16}
        variant="default"
        size={32}
        disabled={to >= reachable}
        onClick={() => onPage(page + 1)}
        label={t('ui.master.next')}
      />
    </nav>
  );
});
