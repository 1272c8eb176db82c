import { call, find, list, type Manner, type Query, type Row } from '@/lib/api';
import type { ActionName, DocRequest, RequestActionCall, RequestDocument, RequestRow } from './types';

const at = (resource: string) => ({ area: 'transaction', resource }) as const;

export const findRequest = (txnRefNo: string, manner: Manner = {}) =>
  find<DocRequest>(at('docrequest'), { txnRefNo }, manner);

export const searchRequests = (query: Query, manner: Manner = {}) =>
  list<RequestRow>(at('docrequest/search'), query as Row, manner);

export const documentsOf = (txnRefNo: string, manner: Manner = {}) =>
  list<RequestDocument>(at('document'), { txnRefNo }, manner);

/** Runs an action on a request; returns the request afterwards. */
export async function act(
  action: ActionName,
  body: Omit<RequestActionCall, 'action'>,
  manner: Manner = {},
): Promise<DocRequest> {
  const { data } = await call<DocRequest>({
    ...at('docrequest/action'),
    operation: 'U',
    body: { action, ...body },
    ...manner,
  });
  return data.record as DocRequest;
}
