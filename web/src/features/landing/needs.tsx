import {
  type Icon,
  IconChevronRight,
  IconClockExclamation,
  IconFileX,
  IconGavel,
  IconMessageQuestion,
} from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Tone } from '@/components/pill';
import { useFormats } from '@/lib/formats';
import { useLiveQueries } from '@/lib/live-queries';
import { can } from '@/lib/permissions';
import { searchRequests } from '@/lib/requests';
import { type Auth, type ScreenInfo, useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import classes from './landing.module.css';

interface Need {
  name: 'overdue' | 'rejected' | 'claims' | 'decisions';
  /** The filters of its list. */
  search: Record<string, string>;
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
];

const lists = ['SD-BNK-002', 'SD-BNK-005', 'SD-BNK-006'];

/** The list in which the user works on requests. */
function listOf({ screens }: Auth): ScreenInfo | undefined {
  return lists
    .map((code) => screens.find(({ screenCode }) => screenCode === code))
    .find((screen) => can(screen, 'edit'));
}

/** The server counts no further. */
const mostCounted = 1_000;

/** The requests that wait for the user: a figure for each reason, and the way to its list. */
export function Needs() {
  const { t } = useTranslation();
  const auth = useAuth();
  const list = listOf(auth);
  const own = list ? needs.filter(({ action }) => !action || auth.businessActions?.includes(action)) : [];
  const isBanker = own.length > 1;
  const key = ['requests', auth.entityCode, auth.tenantCode, auth.userId, 'list', 'needs'];
  useLiveQueries(key);
  const counts = useQueries({
    queries: own.map(({ name, search }) => ({
      queryKey: [...key, auth.branchCode, name],
      enabled: isBanker,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        searchRequests(
          { ...search, page: 0, size: 1 },
          { screenId: list?.screenCode, signal, quiet: true, failure: 'inline' },
        ),
    })),
  });
  if (!list || !isBanker) return null;
  return (
    <section className="mb-24">
      <h2 className={`${classes.heading} text-15 strong`}>{t('ui.landing.needs.title')}</h2>
      <ul className={`${classes.needs} plain-list grid gap-16`}>
        {own.map((need, at) => (
          <li key={need.name}>
            <NeedCard need={need} list={list} count={counts[at]?.data?.totalElements} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NeedCard({ need, list, count }: { need: Need; list: ScreenInfo; count: number | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { name, search, tone, Icon } = need;
  const figure = count === undefined ? '–' : `${number(count)}${count >= mostCounted ? '+' : ''}`;
  return (
    <Link
      to={list.path}
      search={{ ...search, sort: 'documentDueDate' } as never}
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
