import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { QueueItem } from '@/generated/requests';
import { list, type Manner, type Query } from '@/lib/api';
import { onRequestChange } from '@/lib/live';
import { useScreen } from '@/lib/permissions';
import { type Auth, useAuth } from '@/lib/session';

export type { QueueItem };

export const queueScreen = 'SD-BNK-009';

/** What the user may review now, the oldest due date first. */
export const queueOf = (query: Query, manner: Manner) =>
  list<QueueItem>({ area: 'transaction', resource: 'document/queue' }, query, {
    screenId: queueScreen,
    ...manner,
  });

/** The page of the queue, for users who have it. */
export const pathOfQueue = ({ screens }: Pick<Auth, 'screens'>) =>
  screens.find(({ screenCode }) => screenCode === queueScreen)?.path;

/** Part of the lists of requests, so that a change of a request renews it too. */
export function useQueueKey() {
  const { entityCode, tenantCode, userId } = useAuth();
  return useMemo(
    () => ['requests', entityCode, tenantCode, userId, 'list', 'queue'],
    [entityCode, tenantCode, userId],
  );
}

/** Changes of others come in bursts, and a badge may be a little late. */
const pause = 2_000;

/** How many documents wait for the user, and the first of them; undefined until known. */
export function useQueueHead() {
  const key = useQueueKey();
  const queries = useQueryClient();
  const hasQueue = useScreen(queueScreen) !== undefined;
  const { data } = useQuery({
    queryKey: [...key, 'head'],
    enabled: hasQueue,
    queryFn: ({ signal }) => queueOf({ page: 0, size: 1 }, { signal, quiet: true }),
  });
  useEffect(() => {
    if (!hasQueue) return;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = onRequestChange(() => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void queries.invalidateQueries({ queryKey: key }), pause);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [hasQueue, key, queries]);
  return data && { count: data.totalElements, first: data.content[0] };
}
