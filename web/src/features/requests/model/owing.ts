import type { DocRequest, DocumentStatus, Party, RequestDocument } from '@/lib/requests';

/** States in which the party has to do something. */
const owed: DocumentStatus[] = ['Requested', 'Rejected'];
const inReview: DocumentStatus[] = ['Uploaded', 'Waiting'];

export const isOwed = ({ status }: RequestDocument) => owed.includes(status);
/** What is waited for; an optional document is welcome, and no more. */
export const isNeeded = (document: RequestDocument) => document.mandatory && isOwed(document);
export const isInReview = ({ status }: RequestDocument) => inReview.includes(status);

/** What the document is due by: its own day, or the request's. */
export const dueOf = (request: Pick<DocRequest, 'documentDueDate'>, document: RequestDocument) =>
  document.documentDueDate ?? request.documentDueDate;

export const newestOf = (document: RequestDocument) => document.versions.at(-1);

export interface Owing {
  party: Party;
  /** Who acts for this party. */
  authorised: Party[];
  open: number;
}

/** The parties who were asked for something, each with those who act for them. */
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
