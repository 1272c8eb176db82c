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
    <li className="card">
      <a href={`/provider/requests/${request.txnRefNo}`} className={`${classes.link} grid p-16 gap-6`}>
        <span className={`${classes.top} row wrap between`}>
          <span className={`${classes.title} text-15 strong break`}>{subjectOf(request)}</span>
          <RequestStatus value={request.transactionStatus} />
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
      : closedOn && t('ui.provider.closedOn', { date: day(closedOn.slice(0, 10)) });
  return words ? <span className={`${classes.due} inline-row gap-6 text-13`}>{words}</span> : null;
}

type Translate = ReturnType<typeof useTranslation>['t'];

function dueWords(t: Translate, left: number, date: string) {
  if (left < 0) return t('ui.provider.overdue', { date });
  if (left === 0) return t('ui.provider.dueToday');
  return left <= 14 ? t('ui.provider.dueIn', { date, count: left }) : t('ui.provider.due', { date });
}
