import { IconCalendarDue, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { daysUntil, useDayWords } from '@/lib/day-words';
import { dayOfMoment } from '@/lib/days';
import type { RequestRow } from '@/lib/requests';
import { countsOf, DocumentBar } from '@/shared/document-counts';
import { RequestStatus } from '@/shared/request-status';
import { subjectOf } from '../subject';
import classes from './requests.module.css';

interface Props {
  request: RequestRow;
  turn: Turn;
}

/** Summary of one request; the whole card is a link. */
export function RequestCard({ request, turn }: Props) {
  const { t } = useTranslation();
  const { documentsRejected } = request;
  return (
    <li className="card">
      <a
        href={`/provider/requests/${request.txnRefNo}`}
        className={`${classes.link} plain-link grid p-16 gap-6`}
      >
        <span className={`${classes.top} row wrap between`}>
          <span className={`${classes.title} text-15 strong break`}>{subjectOf(request)}</span>
          <RequestStatus value={request.transactionStatus} words="ui.provider.requestStatus" />
        </span>
        <span className="text-12 muted figures">{request.txnRefNo}</span>
        <Due request={request} turn={turn} />
        {documentsRejected > 0 && turn !== 'over' && (
          <span className="text-13 medium bad">
            {t('ui.provider.sentBack', { count: documentsRejected })}
          </span>
        )}
        <span className="row mt-4 gap-12">
          <HowFar request={request} />
          <IconChevronRight size={18} stroke={1.75} className="faint" aria-hidden />
        </span>
      </a>
    </li>
  );
}

function Due({ request, turn }: Props) {
  const { t } = useTranslation();
  const { day } = useDayWords();
  const { documentDueDate, transactionStatus, closedOn, expiresOn } = request;
  const left = daysUntil(documentDueDate);
  if (turn === 'mine') {
    return (
      <span className={`${classes.due} inline-row gap-6 text-13`} data-late={left < 0 || undefined}>
        <IconCalendarDue size={16} stroke={1.75} aria-hidden />
        {dueWords(t, left, day(documentDueDate))}
      </span>
    );
  }
  if (turn === 'theirs')
    return <span className={`${classes.due} inline-row gap-6 text-13`}>{t('ui.provider.beingChecked')}</span>;
  const words =
    transactionStatus === 'Expired'
      ? t('ui.provider.expiredOn', { date: day(expiresOn) })
      : closedOn && t('ui.provider.closedOn', { date: day(dayOfMoment(closedOn)) });
  return words ? <span className={`${classes.due} inline-row gap-6 text-13`}>{words}</span> : null;
}

type Translate = ReturnType<typeof useTranslation>['t'];

function dueWords(t: Translate, left: number, date: string) {
  if (left < 0) return t('ui.provider.overdue', { date });
  if (left === 0) return t('ui.provider.dueToday');
  return left <= 14 ? t('ui.provider.dueIn', { date, count: left }) : t('ui.provider.due', { date });
}

/** Sent documents count at once, with their own mark until settled, so that nobody thinks they were lost. */
export function HowFar({ request }: { request: RequestRow }) {
  const { t } = useTranslation();
  const { accepted, notRequired, inReview } = countsOf(request);
  const [settled, all] = [accepted + notRequired, request.documentsRequested];
  return (
    <>
      <DocumentBar row={request} isWide />
      <span className="text-12 muted figures">
        {inReview > 0
          ? t('ui.provider.sentOf', { sent: settled + inReview, all })
          : t('ui.provider.settledOf', { settled, all })}
      </span>
    </>
  );
}

/** Whose turn it is, as the customer sees it. */
export type Turn = 'mine' | 'theirs' | 'over';
export const turns: Turn[] = ['mine', 'theirs', 'over'];

const closed = ['Accepted', 'Rejected', 'Expired', 'Cancelled'];

export function whoseTurn({ transactionStatus, nextAction }: RequestRow): Turn {
  if (closed.includes(transactionStatus)) return 'over';
  return nextAction === 'customer' ? 'mine' : 'theirs';
}

/** Open requests by due date; closed ones newest first. */
export function inTurn(requests: RequestRow[], turn: Turn): RequestRow[] {
  const found = requests.filter((request) => whoseTurn(request) === turn);
  const newest = (one: RequestRow, other: RequestRow) =>
    (other.closedOn ?? other.updatedOn).localeCompare(one.closedOn ?? one.updatedOn);
  const due = (one: RequestRow, other: RequestRow) =>
    one.documentDueDate.localeCompare(other.documentDueDate);
  return found.sort(turn === 'over' ? newest : due);
}
