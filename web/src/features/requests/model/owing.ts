import { daysBetween } from '@/lib/days';
import type { DocRequest, DocumentStatus, Party, RequestDocument, RequestRow, RequestStatus } from '@/lib/requests';

/** Statuses in which the party has to act. */
const owed: DocumentStatus[] = ['Requested', 'Rejected'];
const inReview: DocumentStatus[] = ['Uploaded', 'Waiting'];

export const isOwed = ({ status }: RequestDocument) => owed.includes(status);
export const isInReview = ({ status }: RequestDocument) => inReview.includes(status);

/** The document's due date: its own, or the request's. */
export const dueOf = (request: Pick<DocRequest, 'documentDueDate'>, document: RequestDocument) =>
  document.documentDueDate ?? request.documentDueDate;

export const newestOf = (document: RequestDocument) => document.versions.at(-1);

export interface Owing {
  party: Party;
  /** The people who act for this party. */
  authorised: Party[];
  open: number;
}

/** The parties with documents, each with the people who act for them. */
export function owingOf({ parties }: Pick<DocRequest, 'parties'>): Owing[] {
  const owners = parties.filter(({ authPartySeqNo }) => authPartySeqNo === null || authPartySeqNo === undefined);
  return owners.map((party) => ({
    party,
    authorised: parties.filter(({ authPartySeqNo }) => authPartySeqNo === party.partySeqNo),
    open: party.documents.filter(isOwed).length,
  }));
}

export const documentsOf = ({ parties }: Pick<DocRequest, 'parties'>) =>
  parties.flatMap((party) => party.documents.map((document) => ({ party, document })));

/** The statuses in which a customer can still be late. */
const owing: RequestStatus[] = ['Requested', 'Pending', 'Modified'];

export const isOverdue = (
  { transactionStatus, documentDueDate }: { transactionStatus: RequestStatus; documentDueDate: string | null },
  today: string,
) => owing.includes(transactionStatus) && documentDueDate !== null && daysBetween(documentDueDate, today) > 0;

export const nameOf = ({ firstName, secondName, lastName }: Pick<Party, 'firstName' | 'secondName' | 'lastName'>) =>
  [firstName, secondName, lastName].filter(Boolean).join(' ');

/** The actor of automatic events: an expiry, a reminder. */
export const isSystem = (actor: string) => actor === 'system' || actor.startsWith('system:');

type Held = Pick<RequestRow, 'owner' | 'forwardedTo'>;

/** Users these requests cannot be forwarded to: the current holder, and oneself unless the owner takes one back. */
export function notForwardable(rows: Held[], me: string): string[] {
  const holder = ({ owner, forwardedTo }: Held) => forwardedTo ?? owner;
  const isRefused = (userId: string) => (row: Held) =>
    userId === holder(row) || (userId === me && userId !== row.owner);
  return [...new Set([me, ...rows.map(holder)])].filter((userId) => rows.every(isRefused(userId)));
}
