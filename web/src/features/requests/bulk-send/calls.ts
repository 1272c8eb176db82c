import type { Job } from '@/generated/requests';
import { call, list, type Manner, type Query } from '@/lib/api';
import { download } from '@/lib/api/transfer';
import type { Target } from '../data/calls';

const place = { area: 'transaction', resource: 'job' } as const;

/** The requests to send: these, or all that match a filter of the list. */
export type BulkSendTarget = { records: Target[] } | { filter: Query };

export async function startBulkSend(target: BulkSendTarget, manner: Manner) {
  const { data } = await call<Job>({
    area: 'transaction',
    resource: 'docrequest/action',
    operation: 'U',
    body: { ...target, action: 'send', background: true },
    failure: 'inline',
    success: 'none',
    ...manner,
  });
  return data.record as Job;
}

/** The user's newest jobs. */
export const bulkSends = async (manner: Manner) =>
  (await list<Job>(place, {}, { quiet: true, failure: 'inline', ...manner })).content;

/** One job, with its first faults. */
export async function bulkSendOf(jobId: string, manner: Manner) {
  const { data } = await call<Job>({ ...place, query: { jobId }, quiet: true, failure: 'inline', ...manner });
  return data.record as Job;
}

export async function cancelBulkSend(jobId: string, manner: Manner) {
  const { data } = await call<Job>({ ...place, operation: 'D', body: { jobId }, success: 'none', ...manner });
  return data.record as Job;
}

/** Saves what became of each request as a file. */
export const saveReport = (jobId: string, manner: Manner) => download(place, { jobId }, manner);
