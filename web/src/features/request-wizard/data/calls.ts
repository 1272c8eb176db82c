import type { Message, ProposalQuery, Reminder } from '@/generated/requests';
import { ApiError, type Call, call, find, type Manner, type Row } from '@/lib/api';
import type { CustomerPart, DocRequest } from '@/lib/requests';
import type { Known } from '../model/change';
import type { WizardValues } from '../model/values';
import type { RequestBody } from '../model/wire';

export type { Message, Reminder };
export type Question = ProposalQuery;

const at = (resource: string) => ({ area: 'transaction', resource }) as const;
const quietly: Manner = { quiet: true, failure: 'inline' };

async function contentOf<T>(request: Call): Promise<T[]> {
  return (await call<T>(request)).data.content ?? [];
}

/** The documents the templates propose for this customer and request. */
export const proposal = (body: Question, signal: AbortSignal) =>
  contentOf<Known>({ ...at('docrequest/propose'), operation: 'F', body, signal, ...quietly });

export type KnownCustomer = Partial<CustomerPart>;

export const customersLike = (q: string, signal: AbortSignal) =>
  contentOf<KnownCustomer>({ ...at('docrequest/customer'), query: { q }, signal, ...quietly });

export const messagesOf = (body: Row, signal: AbortSignal) =>
  contentOf<Message>({ ...at('docrequest/messages'), operation: 'F', body, signal, failure: 'inline' });

/** The reminders that the parties would get if the request were sent now. */
export const remindersOf = (body: Row, signal: AbortSignal) =>
  contentOf<Reminder>({ ...at('docrequest/reminders'), operation: 'F', body, signal, ...quietly });

/** `key` is the same for every try of one request: a double click or a lost answer creates no second one. */
export async function saved(operation: 'S' | 'U', body: Row, key: string): Promise<DocRequest> {
  const manner: Manner = { failure: 'inline', success: 'none', key };
  const { data } = await call<DocRequest>({ ...at('docrequest'), operation, body, ...manner });
  return data.record as DocRequest;
}

export const cloneOf = (txnRefNo: string) => find<RequestBody>(at('docrequest/clone'), { txnRefNo });

/** Stores nothing: returns a request body to continue with. */
export async function renewalOf(txnRefNo: string, documentNo: number): Promise<RequestBody> {
  const { data } = await call<RequestBody>({
    ...at('compliance'),
    operation: 'S',
    body: { txnRefNo, documentNo },
    failure: 'inline',
    success: 'none',
  });
  return data.record ?? {};
}

const place = { area: 'transaction', resource: 'docrequest/draft' } as const;

interface DraftBody {
  values: WizardValues;
  step: number;
}

export interface Draft {
  body: DraftBody;
  updatedOn?: string;
}

/** Null without a draft. */
export async function findDraft(screenCode: string): Promise<Draft | null> {
  try {
    return await find<Draft>(place, { screenCode }, { quiet: true });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The first save creates the draft, later ones update it. */
export const keepDraft = (screenCode: string, body: DraftBody, isNew: boolean, manner: Manner = {}) =>
  call({ ...place, operation: isNew ? 'S' : 'U', body: { screenCode, body }, failure: 'inline', ...manner });

export const dropDraft = (screenCode: string, manner: Manner = {}) =>
  call({ ...place, operation: 'D', body: { screenCode }, failure: 'inline', ...manner });
