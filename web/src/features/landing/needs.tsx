import {
  type Icon,
  IconCalendarX,
  IconChevronRight,
  IconClockExclamation,
  IconFileX,
  IconGavel,
  IconMailX,
  IconMessageQuestion,
} from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Tone } from '@/components/pill';
import { list as listOf, type Manner } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import { useLiveQueries } from '@/lib/live-queries';
import { can } from '@/lib/permissions';
import { searchRequests } from '@/lib/requests';
import { type Auth, type ScreenInfo, useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import classes from './landing.module.css';

interface Need {
  name: 'overdue' | 'rejected' | 'claims' | 'decisions' | 'bounced' | 'purge';
  /** The filters of its list. */
  search: Record<string, string>;
  /** The list holds messages instead of requests. */
  isOfMessages?: boolean;
  /** Only the user's own requests. */
  isOwn?: boolean;
  /** The business action that answers it; none where editing is enough. */
  action?: string;
  tone: Tone;
  Icon: Icon;
}

const needs: Need[] = [
  {
    name: 'overdue',
    search: { overdue: 'true' },
    action: 'send',
    tone: 'warn',
    Icon: IconClockExclamation,
  },
  { name: 'rejected', search: { having: 'resubmission' }, action: 'send', tone: 'bad', Icon: IconFileX },
  { name: 'claims', search: { having: 'claim' }, tone: 'turn', Icon: IconMessageQuestion },
  { name: 'decisions', search: { having: 'decision' }, action: 'approve', tone: 'turn', Icon: IconGavel },
  {
    name: 'bounced',
    search: { state: 'bounced' },
    isOfMessages: true,
    action: 'send',
    tone: 'bad',
    Icon: IconMailX,
  },
  {
    name: 'purge',
    search: { purgeWithin: '30' },
    isOwn: true,
    action: 'send',
    tone: 'warn',
    Icon: IconCalendarX,
  },
];

const lists = ['SD-BNK-002', 'SD-BNK-005', 'SD-BNK-006'];
const messages = ['SD-BNK-010'];

/** The first of these screens on which the user works. */
const workOn = (codes: string[], { screens }: Auth): ScreenInfo | undefined =>
  codes
    .map((code) => screens.find(({ screenCode }) => screenCode === code))
    .find((screen) => can(screen, 'edit'));

/** A need with the screen of its list, and the complete filters. */
interface Listed extends Need {
  screen: ScreenInfo;
}

function needsOf(auth: Auth): Listed[] {
  return needs.flatMap((need) => {
    const screen = workOn(need.isOfMessages ? messages : lists, auth);
    if (!screen || (need.action && !auth.businessActions?.includes(need.action))) return [];
    const search = need.isOwn ? { ...need.search, owner: auth.userId } : need.search;
    return [{ ...need, screen, search }];
  });
}

async function countOf({ search, screen, isOfMessages }: Listed, signal: AbortSignal): Promise<number> {
  const manner: Manner = { screenId: screen.screenCode, signal, quiet: true, failure: 'inline' };
  const query = { ...search, page: 0, size: 1 };
  const found = isOfMessages
    ? await listOf({ area: 'transaction', resource: 'delivery' }, query, manner)
    : await searchRequests(query, manner);
  return found.totalElements;
}

/** The server counts no further. */
const mostCounted = 1_000;

/** The requests that wait for the user: a figure for each reason, and the way to its list. */
export function Needs() {
  const { t } = useTranslation();
  const auth = useAuth();
  const own = needsOf(auth);
  const isBanker = own.length > 1;
  const key = ['requests', auth.entityCode, auth.tenantCode, auth.userId, 'list', 'needs'];
  useLiveQueries(key);
  const counts = useQueries({
    queries: own.map((need) => ({
      queryKey: [...key, auth.branchCode, need.name],
      enabled: isBanker,
      queryFn: ({ signal }: { signal: AbortSignal }) => countOf(need, signal),
    })),
  });
  if (!isBanker) return null;
  return (
    <section className="mb-24">
      <h2 className={`${classes.heading} text-15 strong`}>{t('ui.landing.needs.title')}</h2>
      <ul className={`${classes.needs} plain-list grid gap-16`}>
        {own.map((need, at) => (
          <li key={need.name}>
            <NeedCard need={need} count={counts[at]?.data} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NeedCard({ need, count }: { need: Listed; count: number | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { name, search, screen, isOfMessages, tone, Icon } = need;
  const figure = count === undefined ? '–' : `${number(count)}${count >= mostCounted ? '+' : ''}`;
  return (
    <Link
      to={screen.path}
      search={(isOfMessages ? search : { ...search, sort: 'documentDueDate' }) as never}
      className={`${classes.area} plain-link row gap-12 py-12 px-16 card`}
    >
      <span className={`${classes.areaIcon} middle fixed rounded ${count ? `tint-${tone}` : 'tint-neutral'}`}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </span>
      <span className="grid grow narrow">
        <span className={`${classes.figure} strong figures`}>{figure}</span>
        <span className="text-13 muted break">{t(`ui.landing.needs.${name}`)}</span>
      </span>
      <IconChevronRight size={16} stroke={1.75} className="fixed faint" aria-hidden />
    </Link>
  );
}
