import { call } from '@/lib/api';
import type { NotificationEvent } from '@/lib/live';

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

export const markRead = (which: { notificationId: string } | { all: true }) =>
  call({ ...place, operation: 'U', body: which, failure: 'inline', success: 'none', quiet: true });
