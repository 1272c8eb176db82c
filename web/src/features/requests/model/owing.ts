import type { DocRequest, DocumentStatus, Party, RequestDocument } from '@/lib/requests';

/** Statuses in which the party has to act. */
const owed: DocumentStatus[] = ['Requested', 'Rejected'];
const inReview: DocumentStatus[] = ['Uploaded', 'Waiting'];

export const isOwed = ({ status }: RequestDocument) => owed.includes(status);
/** Outstanding documents; optional ones do not count. */
export const isNeeded = (document: RequestDocument) => document.mandatory && isOwed(document);
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
  const owners = parties.filter(
    ({ authPartySeqNo }) => authPartySeqNo === null || authPartySeqNo === undefined,
  );
  return owners.map((party) => ({
    party,
    authorised: parties.filter(({ authPartySeqNo }) => authPartySeqNo === party.partySeqNo),
    open: party.documents.filter(isNeeded).length,
  }));
}

export const documentsOf = ({ parties }: Pick<DocRequest, 'parties'>) =>
  parties.flatMap((party) => party.documents.map((document) => ({ party, document })));
