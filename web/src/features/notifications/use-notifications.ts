import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { call } from '@/lib/api';
import { type NotificationEvent, onNotification } from '@/lib/live';
import { useAuth } from '@/lib/session';

/** Adds a new notification on top; a known one is ignored. */
function withNew(before: Notifications | undefined, event: NotificationEvent): Notifications | undefined {
  if (!before || before.content.some(({ notificationId }) => notificationId === event.notificationId)) {
    return before;
  }
  return { content: [event, ...before.content], unread: before.unread + (event.isRead ? 0 : 1) };
}

function withRead(before: Notifications | undefined, id: string | undefined): Notifications | undefined {
  if (!before) return before;
  const isMeant = (each: NotificationEvent) => id === undefined || each.notificationId === id;
  const fresh = before.content.filter((each) => isMeant(each) && !each.isRead).length;
  const content = before.content.map((each) => (isMeant(each) ? { ...each, isRead: true } : each));
  return { content, unread: id === undefined ? 0 : Math.max(0, before.unread - fresh) };
}

/** The user's notifications, kept current by live events. */
export function useNotifications() {
  const { entityCode, userId } = useAuth();
  const client = useQueryClient();
  const key = useMemo(() => ['notification', entityCode, userId], [entityCode, userId]);
  const answer = useQuery({ queryKey: key, queryFn: ({ signal }) => notifications(signal) });

  useEffect(
    () =>
      onNotification((event) => {
        // Events may have been missed while the connection was down.
        if (!event) void client.invalidateQueries({ queryKey: key });
        else client.setQueryData<Notifications>(key, (before) => withNew(before, event));
      }),
    [client, key],
  );

  /** Marks as read optimistically; refetches only if the server refuses. */
  const read = useCallback(
    (id?: string) => {
      client.setQueryData<Notifications>(key, (before) => withRead(before, id));
      markRead(id === undefined ? { all: true } : { notificationId: id }).catch(() =>
        client.invalidateQueries({ queryKey: key }),
      );
    },
    [client, key],
  );
  return { ...answer, read };
}

export type Bell = ReturnType<typeof useNotifications>;

export interface Notifications {
  content: NotificationEvent[];
  unread: number;
}

const place = { area: 'transaction', resource: 'notification', screenId: '' } as const;
const shown = 20;

/** The newest notifications, and the number of unread ones. */
export async function notifications(signal: AbortSignal): Promise<Notifications> {
  const query = { page: 0, size: shown };
  const { data } = await call<NotificationEvent>({ ...place, query, signal, failure: 'inline', quiet: true });
  const content = data.content ?? [];
  const { unread = content.filter(({ isRead }) => !isRead).length } = data as { unread?: number };
  return { content, unread };
}

const markRead = (which: { notificationId: string } | { all: true }) =>
  call({ ...place, operation: 'U', body: which, failure: 'inline', success: 'none', quiet: true });
