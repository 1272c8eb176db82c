import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { RequestStatus } from '@/components/request-status';
import { table } from '@/components/table';
import { dayOf, today } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import type { RequestRow } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { useNames } from '../data/use-choices';
import type { ColumnName } from '../model/columns';
import { isOverdue } from '../model/due';
import { Progress } from '../shared/progress';
import { useActionText, useActorText } from '../shared/words';
import classes from './list.module.css';

export const numeric: ColumnName[] = ['documentsPending', 'documentsRejected'];

interface Props {
  name: ColumnName;
  row: RequestRow;
  to: string | undefined;
}

/** One value of a request in readable form. */
export const Cell = memo(function Cell({ name, row, to }: Props) {
  const { t } = useTranslation();
  const { date, moment, number } = useFormats();
  const actor = useActorText();
  switch (name) {
    case 'txnRefNo':
      return (
        <td>
          <Reference row={row} to={to} />
        </td>
      );
    case 'customerName':
      return <Long value={row.customerName} />;
    case 'transactionStatus':
      return (
        <td>
          <RequestStatus value={row.transactionStatus} />
        </td>
      );
    case 'documents':
      return (
        <td>
          <Progress row={row} />
        </td>
      );
    case 'documentDueDate':
      return (
        <td>
          <DueDate row={row} />
        </td>
      );
    case 'documentsPending':
    case 'documentsRejected':
      return (
        <td data-end data-zero={row[name] === 0 || undefined}>
          {number(row[name])}
        </td>
      );
    case 'nextAction':
      return <Long value={t(`ui.requests.next.${row.nextAction}`)} />;
    case 'latestAction':
      return <ActionCell action={row.latestAction} />;
    case 'requestCategory':
      return <NameCell resource="categorydefinition" field="categoryCode" code={row.requestCategory} />;
    case 'branchCode':
      return <NameCell resource="branchmaster" field="branchCode" code={row.branchCode} />;
    case 'createdOn':
      return (
        <Text value={row.createdOn && date(dayOf(new Date(row.createdOn)))} title={moment(row.createdOn)} />
      );
    case 'latestActionOn':
      return <Text value={row[name] && moment(row[name])} />;
    case 'latestActionBy':
      return <Long value={actor(row.latestActionBy)} />;
    case 'expiresOn':
      return <Text value={row.expiresOn && date(row.expiresOn)} />;
    default:
      return <Text value={row[name]} />;
  }
});

function Text({ value, title = value }: { value: string | null; title?: string | null }) {
  return (
    <td className={table.cell} title={title || undefined}>
      {value || <span className={table.none}>–</span>}
    </td>
  );
}

/** Text of any length, limited to two lines so that the next columns keep their position. */
function Long({ value }: { value: string }) {
  return (
    <td title={value || undefined}>
      {value ? (
        <span className={`${classes.long} break clipped`}>{value}</span>
      ) : (
        <span className={table.none}>–</span>
      )}
    </td>
  );
}

function NameCell({ resource, field, code }: { resource: string; field: string; code: string }) {
  const name = useNames(resource, field, [code]);
  return <Long value={name(code)} />;
}

function ActionCell({ action }: { action: string }) {
  const text = useActionText();
  return <Long value={text(action)} />;
}

export function Reference({ row, to, text = row.txnRefNo }: { row: RequestRow; to?: string; text?: string }) {
  if (!to) return <span className={table.code}>{text}</span>;
  return (
    <Link className={table.code} to={to} title={text}>
      {text}
    </Link>
  );
}

/** A past date is labelled as such: never by colour alone. */
export function DueDate({ row }: { row: RequestRow }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  if (!row.documentDueDate) return <span className={table.none}>–</span>;
  if (!isOverdue(row, today())) return date(row.documentDueDate);
  return (
    <span className="bad">
      {date(row.documentDueDate)}{' '}
      <span className={`${classes.lateMark} px-8 text-11 medium pill-shape`}>{t('ui.requests.overdue')}</span>
    </span>
  );
}
