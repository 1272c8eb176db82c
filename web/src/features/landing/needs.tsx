import { Box } from '@mantine/core';
import {
  type Icon,
  IconCalendarX,
  IconClockExclamation,
  IconFileX,
  IconGavel,
  IconMailX,
  IconMessageQuestion,
} from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import type { Tone } from '@/components/pill';
import { list as listOf, type Manner } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import { useLiveQueries } from '@/lib/live-queries';
import { can } from '@/lib/permissions';
import { searchRequests } from '@/lib/requests';
import { type Auth, type ScreenInfo, useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import classes from './landing.module.css';
import { LinkCard } from './link-card';

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
  { name: 'overdue', search: { overdue: 'true' }, action: 'send', tone: 'warn', Icon: IconClockExclamation },
  { name: 'rejected', search: { having: 'resubmission' }, action: 'send', tone: 'bad', Icon: IconFileX },
  { name: 'claims', search: { having: 'claim' }, tone: 'turn', Icon: IconMessageQuestion },
  { name: 'decisions', search: { having: 'decision' }, action: 'approve', tone: 'turn', Icon: IconGavel },
  { name: 'bounced', search: { state: 'bounced' }, isOfMessages: true, action: 'send', tone: 'bad', Icon: IconMailX },
  { name: 'purge', search: { purgeWithin: '30' }, isOwn: true, action: 'send', tone: 'warn', Icon: IconCalendarX },
];

const lists = ['SD-BNK-002', 'SD-BNK-005', 'SD-BNK-006'];
const messages = ['SD-BNK-010'];

/** The first of these screens on which the user works. */
const workOn = (codes: string[], { screens }: Auth): ScreenInfo | undefined =>
  codes.map((code) => screens.find(({ screenCode }) => screenCode === code)).find((screen) => can(screen, 'edit'));

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
    <Box component="section" mb={24}>
      <Box component="h2" mt={28} mx={0} mb={12} fz="lg" fw={600}>
        {t('ui.landing.needs.title')}
      </Box>
      <ul className={`${classes.needs} ${looks.plainList}`}>
        {own.map((need, at) => (
          <li key={need.name}>
            <NeedCard need={need} count={counts[at]?.data} />
          </li>
        ))}
      </ul>
    </Box>
  );
}

function NeedCard({ need, count }: { need: Listed; count: number | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { name, search, screen, isOfMessages, tone, Icon } = need;
  const figure = count === undefined ? '–' : `${number(count)}${count >= mostCounted ? '+' : ''}`;
  return (
    <LinkCard
      to={screen.path}
      search={isOfMessages ? search : { ...search, sort: 'documentDueDate' }}
      Icon={Icon}
      colours={{ c: count ? `var(--${tone})` : undefined }}
      title={
        <Box component="span" className={looks.figures} fz={22} lh={1.25}>
          {figure}
        </Box>
      }
      text={t(`ui.landing.needs.${name}`)}
    />
  );
}
