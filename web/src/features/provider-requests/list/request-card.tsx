import { IconCalendarDue, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RequestStatus } from '@/components/request-status';
import { daysUntil, useDayWords } from '@/lib/day-words';
import type { RequestRow } from '@/lib/requests';
import { subjectOf } from '../subject';
import { HowFar } from './how-far';
import classes from './requests.module.css';
import type { Turn } from './whose-turn';

interface Props {
  request: RequestRow;
  turn: Turn;
}

/** Summary of one request; the whole card is a link. */
export function RequestCard({ request, turn }: Props) {
  const { t } = useTranslation();
  const { documentsRejected } = request;
  return (
    <li className={classes.card}>
      <a href={`/provider/requests/${request.txnRefNo}`} className={classes.link}>
        <span className={classes.top}>
          <span className={classes.title}>{subjectOf(request)}</span>
          <RequestStatus value={request.transactionStatus} />
        </span>
        <span className={classes.reference}>{request.txnRefNo}</span>
        <Due request={request} turn={turn} />
        {documentsRejected > 0 && turn !== 'over' && (
          <span className={classes.again}>{t('ui.provider.sentBack', { count: documentsRejected })}</span>
        )}
        <span className={classes.foot}>
          <HowFar request={request} />
          <IconChevronRight size={18} stroke={1.75} className={classes.chevron} aria-hidden />
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
      <span className={classes.due} data-late={left < 0 || undefined}>
        <IconCalendarDue size={16} stroke={1.75} aria-hidden />
        {dueWords(t, left, day(documentDueDate))}
      </span>
    );
  }
  if (turn === 'theirs') return <span className={classes.due}>{t('ui.provider.beingChecked')}</span>;
  const words =
    transactionStatus === 'Expired'
      ? t('ui.provider.expiredOn', { date: day(expiresOn) })
      : closedOn && t('ui.provider.closedOn', { date: day(closedOn.slice(0, 10)) });
  return words ? <span className={classes.due}>{words}</span> : null;
}

type Translate = ReturnType<typeof useTranslation>['t'];

function dueWords(t: Translate, left: number, date: string) {
  if (left < 0) return t('ui.provider.overdue', { date });
  if (left === 0) return t('ui.provider.dueToday');
  return left <= 14 ? t('ui.provider.dueIn', { date, count: left }) : t('ui.provider.due', { date });
}
