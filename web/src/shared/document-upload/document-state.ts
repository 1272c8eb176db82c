import type { DocRequest, DocumentAction, Party, RequestDocument } from '@/lib/requests';

/** The state of a document for the person who supplies it. */
export type DocumentState =
  | 'todo'
  | 'again'
  | 'ready'
  | 'claimed'
  | 'checking'
  | 'accepted'
  | 'notRequired'
  | 'expired';

export const may = ({ allowed }: RequestDocument, action: DocumentAction) => allowed.includes(action);

export function documentStateOf(document: RequestDocument): DocumentState {
  if (document.staged.length > 0 && (may(document, 'upload') || may(document, 'submit'))) return 'ready';
  if (document.claim) return 'claimed';
  switch (document.status) {
    case 'Rejected':
      return 'again';
    case 'Uploaded':
    case 'Waiting':
      return 'checking';
    case 'Accepted':
      return 'accepted';
    case 'Not Required':
      return 'notRequired';
    case 'Expired':
      return 'expired';
    default:
      return 'todo';
  }
}

export const groups = ['owed', 'checking', 'done'] as const;
export type Group = (typeof groups)[number];

const groupOf: Record<DocumentState, Group> = {
  again: 'owed',
  todo: 'owed',
  ready: 'owed',
  expired: 'owed',
  claimed: 'checking',
  checking: 'checking',
  accepted: 'done',
  notRequired: 'done',
};

/** Rejected documents come first, optional ones last. */
const rank = ({ status, mandatory }: RequestDocument) => (status === 'Rejected' ? 0 : mandatory ? 1 : 2);

export const inGroup = (documents: RequestDocument[], group: Group) =>
  documents
    .filter((document) => groupOf[documentStateOf(document)] === group)
    .sort((one, other) => rank(one) - rank(other));

export const documentsIn = (request: DocRequest) => request.parties.flatMap(({ documents }) => documents);

export const nameOf = ({ firstName, secondName, lastName }: Party) =>
  [firstName, secondName, lastName].filter(Boolean).join(' ');

/** A document that the reader can still send. */
const canCome = (document: RequestDocument) => may(document, 'upload') && groupOf[documentStateOf(document)] === 'owed';

/** One that the reader has to send: mandatory, or sent back. */
export const isNeeded = (document: RequestDocument) =>
  canCome(document) && (document.mandatory || document.status === 'Rejected');

/** What the reader can still send: needed and optional ones add up to all of them. */
export function progressOf(request: DocRequest) {
  const open = documentsIn(request).filter(canCome);
  const needed = open.filter(isNeeded).length;
  return {
    all: open.length,
    needed,
    optional: open.length - needed,
    /** True when only documents that were sent back are needed. */
    isOnlyAgain: open.filter(isNeeded).every(({ status }) => status === 'Rejected'),
    ready: open.filter(({ staged }) => staged.length > 0).length,
  };
}

export const newestOf = ({ versions }: RequestDocument) =>
  versions.reduce<RequestDocument['versions'][number] | undefined>(
    (newest, version) => (version.versionNo > (newest?.versionNo ?? 0) ? version : newest),
    undefined,
  );
