import { Checkbox } from '@mantine/core';
import { RequestStatus } from '@/components/request-status';
import { SkeletonCards, table } from '@/components/table';
import { useFormats } from '@/lib/formats';
import type { RequestRow } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import type { ListKind } from '../model/columns';
import type { RequestRoutes } from '../request-routes';
import { columnKeys, useActionText, useActorText } from '../shared/words';
import { DueDate, Reference } from './cell';
import classes from './list.module.css';
import type { RowsProps } from './request-table';
import { RowMenu } from './row-menu';
import type { Selection } from './use-selection';

interface Props extends RowsProps {
  tells: ListKind['card'];
}

/** The list on a phone: customer, status, and progress or last action. */
export function RequestCards({ title, rows, expected, selection, isSelecting, routes, tells }: Props) {
  if (!rows) return <SkeletonCards expected={expected} lines={tells === 'action' ? 4 : 3} />;
  return (
    <ul className={table.cards} aria-label={title}>
      {rows.map((row) =>
        row.isUnreadable ? (
          <UnreadableCard key={row.txnRefNo} reference={row.txnRefNo} />
        ) : (
          <Card
            key={row.txnRefNo}
            row={row}
            routes={routes}
            tells={tells}
            selection={isSelecting ? selection : undefined}
            isSelected={selection?.rows.has(row.txnRefNo) ?? false}
          />
        ),
      )}
    </ul>
  );
}

function UnreadableCard({ reference }: { reference: string }) {
  const { t } = useTranslation();
  return (
    <li className={table.card}>
      <div className={table.cardText}>
        <span>{reference}</span>
        <span className={table.second}>{t('ui.requests.unreadable')}</span>
      </div>
    </li>
  );
}

interface CardProps {
  row: RequestRow;
  routes: RequestRoutes;
  tells: ListKind['card'];
  selection: Selection | undefined;
  isSelected: boolean;
}

function Card({ row, routes, tells, selection, isSelected }: CardProps) {
  const { t } = useTranslation();
  const to = (routes.overview ?? routes.details)?.(row.txnRefNo);
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
        <span className="row between narrow gap-8">
          <span className={table.second}>{row.txnRefNo}</span>
          <RequestStatus value={row.transactionStatus} />
        </span>
        {tells === 'action' ? <LatestAction row={row} /> : <StatusLine row={row} />}
      </div>
      <RowMenu size={44} row={row} routes={routes} />
    </li>
  );
}

function StatusLine({ row }: { row: RequestRow }) {
  const { t } = useTranslation();
  const done = row.documentsAccepted + row.documentsNotRequired;
  return (
    <span className={table.second}>
      {t('ui.requests.settled', { done, all: row.documentsRequested })} · <DueDate row={row} />
    </span>
  );
}

/** The last action, by whom and when, and the remaining time. */
function LatestAction({ row }: { row: RequestRow }) {
  const { t } = useTranslation();
  const { date, moment } = useFormats();
  const action = useActionText();
  const actor = useActorText();
  const by = [action(row.latestAction), actor(row.latestActionBy)].filter(Boolean).join(' · ');
  return (
    <>
      <span className="text-13 cut" title={by}>
        {by}
      </span>
      <span className={`${table.second} ${classes.times}`}>
        <span>{moment(row.latestActionOn)}</span>
        {row.expiresOn && (
          <span>
            {t(columnKeys('expiresOn'))} {date(row.expiresOn)}
          </span>
        )}
      </span>
    </>
  );
}
