import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { QueueItem } from '@/generated/requests';
import { list, type Manner, type Query } from '@/lib/api';
import { useLiveQueries } from '@/lib/live-queries';
import { useScreen } from '@/lib/permissions';
import { type Auth, useAuth } from '@/lib/session';

export type { QueueItem };

export const queueScreen = 'SD-BNK-009';

/** What the user may review now, the oldest due date first. */
export const queueOf = (query: Query, manner: Manner) =>
  list<QueueItem>({ area: 'transaction', resource: 'document/queue' }, query, { screenId: queueScreen, ...manner });

/** The page of the queue, for users who have it. */
export const pathOfQueue = ({ screens }: Pick<Auth, 'screens'>) =>
  screens.find(({ screenCode }) => screenCode === queueScreen)?.path;

/** Part of the lists of requests, so that a change of a request renews it too. */
export function useQueueKey() {
  const { entityCode, tenantCode, userId } = useAuth();
  return useMemo(() => ['requests', entityCode, tenantCode, userId, 'list', 'queue'], [entityCode, tenantCode, userId]);
}

/** How many documents wait for the user, and the first of them; undefined until known. */
export function useQueueHead() {
  const key = useQueueKey();
  const hasQueue = useScreen(queueScreen) !== undefined;
  const { data } = useQuery({
    queryKey: [...key, 'head'],
    enabled: hasQueue,
    queryFn: ({ signal }) => queueOf({ page: 0, size: 1 }, { signal, quiet: true }),
  });
  useLiveQueries(key, { enabled: hasQueue });
  return data && { count: data.totalElements, first: data.content[0] };
}
