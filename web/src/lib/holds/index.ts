import type { FailedAction, LegalHold } from '@/generated/requests';
import { call, type Manner, remove, save } from '@/lib/api';

const place = { area: 'transaction', resource: 'hold' } as const;

/** A hold is on a request, or on all requests of a customer. */
type HoldTarget = { txnRefNo: string } | { customerReference: string };

/** Failures are shown in the dialog. */
const inline: Manner = { failure: 'inline', success: 'none' };

export const setHold = (target: HoldTarget, reason: string, manner: Manner) =>
  save<LegalHold>(place, { ...target, reason }, { ...inline, ...manner });

export const liftHold = (target: HoldTarget, reason: string, manner: Manner) =>
  remove(place, { ...target, reason }, { ...inline, ...manner });

/** Sets a hold on each of several requests; answers those that failed. */
export async function holdRequests(references: string[], reason: string, manner: Manner) {
  const { data } = await call<LegalHold | FailedAction>({
    ...place,
    operation: 'S',
    body: { records: references.map((txnRefNo) => ({ txnRefNo })), reason },
    ...inline,
    ...manner,
  });
  return (data.content ?? []).filter((answer): answer is FailedAction => 'error' in answer);
}
