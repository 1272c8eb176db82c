import { Skeleton } from '@mantine/core';
import { IconCalendarDue, IconChevronRight, IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { PageIntro } from '@/components/public-page';
import { dayOfMoment, daysBetween, today } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { useLoaded } from '@/lib/loaded';
import { type RequestRow, searchRequests } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { useOnLanguageChange } from '@/lib/wording';
import { countsOf, DocumentBar } from '@/shared/document-counts';
import { RequestStatus } from '@/shared/request-status';
import { subjectOf } from '../subject';
import classes from './requests.module.css';

const most = 100;
const ownRequests = async () => (await searchRequests({ page: 0, size: most, sort: '-createdOn' })).content;

/** My Requests: open for the caller, with the other side, closed. */
export function ProviderRequests() {
  const { t } = useTranslation();
  const { displayName: entity, userName, remarksMessage } = useAuth();
  const { data, failed, error, reload } = useLoaded(ownRequests);
  useOnLanguageChange(reload);
  return (
    <>
      <PageIntro
        hello={userName ? t('ui.provider.hello', { name: userName }) : undefined}
        title={t('screen.providerRequests')}
        text={t('ui.provider.requestsText', { entity })}
      />
      {data && data.length > 0 && <Groups requests={data.filter((row) => !row.isUnreadable)} />}
      {data
        ?.filter((row) => row.isUnreadable)
        .map((row) => (
          <section key={row.txnRefNo} className="card">
            {t('ui.provider.unreadable', { reference: row.txnRefNo, entity })}
          </section>
        ))}
      {!data && !failed && <Outline />}
      {(failed || data?.length === 0) && (
        <section className="card">
          {failed ? <LoadFailed error={error} onRetry={reload} /> : <Nothing />}
        </section>
      )}
      {remarksMessage && <p className="m-0 mt-24 text-13 muted break lines-kept">{remarksMessage}</p>}
    </>
  );
}

function Groups({ requests }: { requests: RequestRow[] }) {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  return turns
    .map((turn) => ({ turn, some: inTurn(requests, turn) }))
    .filter(({ some }) => some.length > 0)
    .map(({ turn, some }) => (
      <section key={turn} className={classes.group}>
        <h2 className="m-0 mb-8 text-15 strong">{t(`ui.provider.turn.${turn}`, { entity })}</h2>
        <ul className="plain-list grid gap-12">
          {some.map((request) => (
            <RequestCard key={request.txnRefNo} request={request} turn={turn} />
          ))}
        </ul>
      </section>
    ));
}

function Nothing() {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  return (
    <EmptyState
      Icon={IconFileText}
      title={t('ui.provider.requestsNone')}
      text={t('ui.provider.requestsNoneText', { entity })}
    />
  );
}

function Outline() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('ui.common.loading')} className="plain-list grid gap-12">
      {['one', 'other'].map((name) => (
        <Skeleton key={name} height={108} radius={12} />
      ))}
    </div>
  );
}

interface Props {
  request: RequestRow;
  turn: Turn;
}

/** Summary of one request; the whole card is a link. */
function RequestCard({ request, turn }: Props) {
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
  const { day } = useFormats();
  const { documentDueDate, transactionStatus, closedOn, expiresOn } = request;
  const left = daysBetween(today(), documentDueDate);
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
function HowFar({ request }: { request: RequestRow }) {
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
type Turn = 'mine' | 'theirs' | 'over';
const turns: Turn[] = ['mine', 'theirs', 'over'];

const closed = ['Accepted', 'Rejected', 'Expired', 'Cancelled'];

function whoseTurn({ transactionStatus, nextAction }: RequestRow): Turn {
  if (closed.includes(transactionStatus)) return 'over';
  return nextAction === 'customer' ? 'mine' : 'theirs';
}

/** Open requests by due date; closed ones newest first. */
function inTurn(requests: RequestRow[], turn: Turn): RequestRow[] {
  const found = requests.filter((request) => whoseTurn(request) === turn);
  const newest = (one: RequestRow, other: RequestRow) =>
    (other.closedOn ?? other.updatedOn).localeCompare(one.closedOn ?? one.updatedOn);
  const due = (one: RequestRow, other: RequestRow) =>
    one.documentDueDate.localeCompare(other.documentDueDate);
  return found.sort(turn === 'over' ? newest : due);
}
