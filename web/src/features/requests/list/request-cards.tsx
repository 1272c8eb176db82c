import { Checkbox, Skeleton } from '@mantine/core';
import { RequestStatus } from '@/components/request-status';
import type { RequestRow } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import type { Places } from '../places';
import { DueDate, Reference } from './cell';
import classes from './list.module.css';
import type { RowsProps } from './request-table';
import { RowMenu } from './row-menu';
import type { Selection } from './use-selection';

/** The list on a phone: who, how it stands, and what is left. */
export function RequestCards({ title, rows, expected, selection, isSelecting, places }: RowsProps) {
  if (!rows) return <SkeletonCards count={Math.min(expected, 8)} />;
  return (
    <ul className={classes.cards} aria-label={title}>
      {rows.map((row) => (
        <Card
          key={row.txnRefNo}
          row={row}
          places={places}
          selection={isSelecting ? selection : undefined}
          isSelected={selection?.rows.has(row.txnRefNo) ?? false}
        />
      ))}
    </ul>
  );
}

interface CardProps {
  row: RequestRow;
  places: Places;
  selection: Selection | undefined;
  isSelected: boolean;
}

function Card({ row, places, selection, isSelected }: CardProps) {
  const { t } = useTranslation();
  const to = (places.overview ?? places.details)?.(row.txnRefNo);
  const done = row.documentsAccepted + row.documentsNotRequired;
  return (
    <li className={classes.card} data-selected={isSelected || undefined}>
      {selection && (
        <Checkbox
          checked={isSelected}
          onChange={(event) => selection.set(row, event.currentTarget.checked)}
          aria-label={t('ui.master.select', { name: row.txnRefNo })}
        />
      )}
      <div className={classes.cardText}>
        <span className={classes.cardFirst}>
          <Reference row={row} to={to} text={row.customerName || row.txnRefNo} />
          <RequestStatus value={row.transactionStatus} />
        </span>
        <span className={classes.second}>{row.txnRefNo}</span>
        <span className={classes.second}>
          {t('ui.requests.settled', { done, all: row.documentsRequested })} · <DueDate row={row} />
        </span>
      </div>
      <RowMenu size={44} row={row} places={places} />
    </li>
  );
}

function SkeletonCards({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    <div key={at} className={classes.card} aria-hidden>
      <div className={classes.cardText}>
        <Skeleton height={14} width="60%" mb={8} />
        <Skeleton height={11} width="40%" mb={6} />
        <Skeleton height={11} width="50%" />
      </div>
    </div>
  ));
}
