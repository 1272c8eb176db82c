import type { BulkSend } from '@/generated/requests';
import { call, list, type Manner, type Query } from '@/lib/api';
import { download } from '@/lib/api/transfer';
import type { Target } from '../data/calls';

const place = { area: 'transaction', resource: 'docrequest/bulk-send' } as const;

/** The requests to send: these, or all that match a filter of the list. */
export type BulkSendTarget = { records: Target[] } | { filter: Query };

export async function startBulkSend(target: BulkSendTarget, manner: Manner) {
  const { data } = await call<BulkSend>({
    ...place,
    operation: 'S',
    body: target,
    failure: 'inline',
    success: 'none',
    ...manner,
  });
  return data.record as BulkSend;
}

/** The user's newest jobs. */
export const bulkSends = async (manner: Manner) =>
  (await list<BulkSend>(place, {}, { quiet: true, failure: 'inline', ...manner })).content;

/** One job, with its first failures. */
export const bulkSendOf = async (jobId: string, manner: Manner) =>
  (await list<BulkSend>(place, { jobId }, { quiet: true, failure: 'inline', ...manner })).content[0];

export async function cancelBulkSend(jobId: string, manner: Manner) {
  const { data } = await call<BulkSend>({ ...place, operation: 'D', body: { jobId }, success: 'none', ...manner });
  return data.record as BulkSend;
}

/** Saves what became of each request as a file. */
export const saveReport = (jobId: string, manner: Manner) => download(place, { jobId }, manner);
