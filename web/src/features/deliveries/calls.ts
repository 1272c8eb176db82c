import type { QueryFunctionContext } from '@tanstack/react-query';
import { type ListState, pageQuery } from '@/components/list';
import type { Delivery } from '@/generated/requests';
import { call, list, type Place } from '@/lib/api';
import { renewing } from '@/lib/live-queries';
import { useAuth } from '@/lib/session';

export type { Delivery };

export type Action = 'resend' | 'correct' | 'dismiss';

/** Administrators see all messages of the entity, other staff those about their requests. */
const placeOf = (screenCode: string): Place => ({
  area: screenCode.startsWith('SD-ADM') ? 'admin' : 'transaction',
  resource: 'delivery',
});

/** A message changes its state without anybody acting here. */
const renewal = 30_000;

/** One page of the messages. */
export function useDeliveries(screenCode: string) {
  const { entityCode, tenantCode, userId } = useAuth();
  return (state: ListState) => {
    const query = pageQuery(state);
    return {
      queryKey: ['deliveries', entityCode, tenantCode, userId, screenCode, query],
      queryFn: (context: QueryFunctionContext) =>
        list<Delivery>(placeOf(screenCode), query, { ...renewing(context), screenId: screenCode }),
      refetchInterval: renewal,
    };
  };
}

/** Resends or dismisses messages; a recipient goes with one message only. */
export const act = (screenCode: string, action: Action, rows: Delivery[], recipient?: string) =>
  call<Delivery>({
    ...placeOf(screenCode),
    operation: 'U',
    body: {
      action: action === 'dismiss' ? 'dismiss' : 'resend',
      records: rows.map(({ messageId }) => ({ messageId })),
      ...(recipient ? { recipient } : {}),
    },
    screenId: screenCode,
    failure: 'inline',
  });

/** A queued message may be on its way; a delivered one needs nothing. */
export const mayResend = ({ state }: Delivery) => state !== 'queued';
export const mayDismiss = ({ state }: Delivery) => ['queued', 'bounced', 'failed'].includes(state);
