import { Box, Flex, Skeleton, Stack, Text } from '@mantine/core';
import { IconCalendarDue, IconChevronRight, IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { PageIntro } from '@/components/public-page';
import { dayOfMoment, daysBetween, today } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { useLoaded } from '@/lib/loaded';
import { type RequestRow, searchRequests } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useOnLanguageChange } from '@/lib/wording';
import { countsOf, DocumentBar } from '@/shared/document-counts';
import { RequestStatus } from '@/shared/request-status';
import { useRemarksMessage } from '../remarks-message';
import { subjectOf } from '../subject';
import classes from './requests.module.css';

const most = 100;
const ownRequests = async () => (await searchRequests({ page: 0, size: most, sort: '-createdOn' })).content;

/** My Requests: open for the caller, with the other side, closed. */
export function ProviderRequests() {
  const { t } = useTranslation();
  const { displayName: entity, userName } = useAuth();
  const remarksMessage = useRemarksMessage();
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
          <section key={row.txnRefNo} className={looks.card}>
            {t('ui.provider.unreadable', { reference: row.txnRefNo, entity })}
          </section>
        ))}
      {!data && !failed && <Outline />}
      {(failed || data?.length === 0) && (
        <section className={looks.card}>{failed ? <LoadFailed error={error} onRetry={reload} /> : <Nothing />}</section>
      )}
      {remarksMessage && (
        <Text className={`${looks.break} ${looks.linesKept}`} mt={24} fz="sm" c="dimmed">
          {remarksMessage}
        </Text>
      )}
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
        <Text component="h2" mb={8} fz="lg" fw={600}>
          {t(`ui.provider.turn.${turn}`, { entity })}
        </Text>
        <Flex component="ul" className={looks.plainList} direction="column" gap={12}>
          {some.map((request) => (
            <RequestCard key={request.txnRefNo} request={request} turn={turn} />
          ))}
        </Flex>
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
    <Stack role="status" aria-label={t('ui.common.loading')} className={looks.plainList} gap={12}>
      {['one', 'other'].map((name) => (
        <Skeleton key={name} height={108} radius={12} />
      ))}
    </Stack>
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
    <li className={looks.card}>
      <Flex
        href={`/provider/requests/${request.txnRefNo}`}
        component="a"
        className={`${classes.link} ${looks.plainLink}`}
        direction="column"
        gap={6}
        p={16}
      >
        <Flex component="span" gap="4px 12px" wrap="wrap" justify="space-between" align="center">
          <Box component="span" className={looks.break} flex="1 1 auto" fz="lg" fw={600}>
            {subjectOf(request)}
          </Box>
          <RequestStatus value={request.transactionStatus} words="ui.provider.requestStatus" />
        </Flex>
        <Box component="span" className={looks.figures} fz="xs" c="dimmed">
          {request.txnRefNo}
        </Box>
        <Due request={request} turn={turn} />
        {documentsRejected > 0 && turn !== 'over' && (
          <Box component="span" fz="sm" fw={500} c="var(--bad)">
            {t('ui.provider.sentBack', { count: documentsRejected })}
          </Box>
        )}
        <Flex component="span" align="center" gap={12} mt={4}>
          <HowFar request={request} />
          <IconChevronRight size={18} stroke={1.75} color="var(--ink-3)" aria-hidden />
        </Flex>
      </Flex>
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
      <Flex
        component="span"
        className={classes.due}
        display="inline-flex"
        align="center"
        gap={6}
        fz="sm"
        data-late={left < 0 || undefined}
      >
        <IconCalendarDue size={16} stroke={1.75} aria-hidden />
        {dueWords(t, left, day(documentDueDate))}
      </Flex>
    );
  }
  if (turn === 'theirs')
    return (
      <Flex component="span" className={classes.due} display="inline-flex" align="center" gap={6} fz="sm">
        {t('ui.provider.beingChecked')}
      </Flex>
    );
  const words =
    transactionStatus === 'Expired'
      ? t('ui.provider.expiredOn', { date: day(expiresOn) })
      : closedOn && t('ui.provider.closedOn', { date: day(dayOfMoment(closedOn)) });
  return words ? (
    <Flex component="span" className={classes.due} display="inline-flex" align="center" gap={6} fz="sm">
      {words}
    </Flex>
  ) : null;
}

type Translate = ReturnType<typeof useTranslation>['t'];

function dueWords(t: Translate, left: number, date: string) {
  if (left < 0) return t('ui.provider.overdue', { date });
  if (left === 0) return t('ui.provider.dueToday');
  return left <= 14 ? t('ui.provider.dueIn', { date, count: left }) : t('ui.provider.due', { date });
}

/** Sent documents count at once, with their own mark until settled; one that was sent back counts again when it is sent. */
function HowFar({ request }: { request: RequestRow }) {
  const { t } = useTranslation();
  const { accepted, notRequired, inReview } = countsOf(request);
  return (
    <>
      <DocumentBar row={request} isWide />
      <Box component="span" className={looks.figures} fz="xs" c="dimmed">
        {t('ui.provider.sentOf', { sent: accepted + notRequired + inReview, all: request.documentsRequested })}
      </Box>
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
  const due = (one: RequestRow, other: RequestRow) => one.documentDueDate.localeCompare(other.documentDueDate);
  return found.sort(turn === 'over' ? newest : due);
}
