import { Checkbox } from '@mantine/core';
import { RequestStatus } from '@/components/request-status';
import { SkeletonCards, table } from '@/components/table';
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
  if (!rows) return <SkeletonCards expected={expected} lines={3} />;
  return (
    <ul className={table.cards} aria-label={title}>
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
    <li className={table.card} data-selected={isSelected || undefined}>
      {selection && (
        <Checkbox
          checked={isSelected}
          onChange={(event) => selection.set(row, event.currentTarget.checked)}
          aria-label={t('ui.master.select', { name: row.txnRefNo })}
        />
      )}
      <div className={table.cardText}>
        <Reference row={row} to={to} text={row.customerName || row.txnRefNo} />
        <span className={classes.state}>
          <span className={table.second}>{row.txnRefNo}</span>
          <RequestStatus value={row.transactionStatus} />
        </span>
        <span className={table.second}>
          {t('ui.requests.settled', { done, all: row.documentsRequested })} · <DueDate row={row} />
        </span>
      </div>
      <RowMenu size={44} row={row} places={places} />
    </li>
  );
}
