import type { ListAddress } from '@/components/list';
import { isDate } from '@/lib/days';
import { requestStatuses } from '@/lib/requests';

export const filterNames = [
  'status',
  'from',
  'to',
  'dueFrom',
  'dueTo',
  'branchCode',
  'requestCategory',
  'customerType',
  'owner',
  'overdue',
  'having',
  'closedFrom',
  'closedTo',
  'purgeWithin',
] as const;
export type FilterName = (typeof filterNames)[number];

/** The server neither counts nor pages beyond this. */
export const counted = { most: 1_000, farthest: 10_000 };
/** What a request's documents are like. */
export const havings = [
  'pending',
  'toCome',
  'inReview',
  'accepted',
  'rejected',
  'notRequired',
  'resubmission',
  'claim',
  'decision',
] as const;
const days = ['from', 'to', 'dueFrom', 'dueTo', 'closedFrom', 'closedTo'];

function isFilter(name: string, value: string) {
  if (days.includes(name)) return isDate(value);
  if (name === 'status') return (requestStatuses as readonly string[]).includes(value);
  if (name === 'having') return (havings as readonly string[]).includes(value);
  if (name === 'purgeWithin') return /^[1-9]\d{0,2}$/.test(value);
  return name === 'overdue' ? value === 'true' : (filterNames as readonly string[]).includes(name);
}

export const addressOf = (sort: string, usual?: Record<string, string>): ListAddress => ({
  usual,
  sizes: [15, 25, 50, 100],
  sort,
  isSort: (field) => sorts.includes(field),
  isFilter,
  ...counted,
});

const addresses = new Map<string, ListAddress>();

/** One object per screen and user, so that it is stable. `me` is the user whose own requests the screen shows at first. */
export function addressOn(screenCode: string, me?: string): ListAddress {
  const key = `${screenCode} ${me ?? ''}`;
  const { sort, usual } = kindOf(screenCode);
  const known = addresses.get(key) ?? addressOf(sort, me ? { owner: me } : usual);
  addresses.set(key, known);
  return known;
}

/** The list of transactions is about the user's own requests, for users who make some. */
export const ownOn = (screenCode: string, userId: string, makesRequests: boolean) =>
  screenCode === 'SD-BNK-006' && makesRequests ? userId : undefined;

/** The columns of request lists; their wording is under `ui.requests.field.`. */
export type ColumnName =
  | 'txnRefNo'
  | 'customerName'
  | 'requestCategory'
  | 'branchCode'
  | 'owner'
  | 'createdOn'
  | 'documentDueDate'
  | 'expiresOn'
  | 'documents'
  | 'documentsToCome'
  | 'documentsInReview'
  | 'documentsRejected'
  | 'nextAction'
  | 'latestAction'
  | 'latestActionBy'
  | 'latestActionOn'
  | 'transactionStatus';

interface ListKind {
  columns: ColumnName[];
  /** What a card shows on a phone: document progress, or the last action. */
  card: 'documents' | 'action';
  /** The screen's default order. */
  sort: string;
  /** The filters of the untouched list. */
  usual?: Record<string, string>;
}

/** Fields the server can order by. */
export const sorts = [
  'txnRefNo',
  'customerName',
  'createdOn',
  'documentDueDate',
  'expiresOn',
  'latestActionOn',
  'transactionStatus',
];

/** One list, three questions: what is still open, which requests exist, what happened last. */
const kinds: Record<string, ListKind> = {
  'SD-BNK-002': {
    columns: [
      'txnRefNo',
      'customerName',
      // Never last: a language with long words would push it out of view.
      'transactionStatus',
      'documents',
      'documentsToCome',
      'documentsInReview',
      'documentsRejected',
      'documentDueDate',
      'nextAction',
    ],
    card: 'documents',
    sort: 'documentDueDate',
    usual: { having: 'pending' },
  },
  'SD-BNK-005': {
    columns: [
      'txnRefNo',
      'customerName',
      'transactionStatus',
      'documentDueDate',
      'requestCategory',
      'branchCode',
      'owner',
      'createdOn',
    ],
    card: 'documents',
    sort: '-createdOn',
  },
  'SD-BNK-006': {
    columns: [
      'txnRefNo',
      'customerName',
      'transactionStatus',
      'latestAction',
      'latestActionBy',
      'latestActionOn',
      'expiresOn',
    ],
    card: 'action',
    sort: '-latestActionOn',
  },
};

export const kindOf = (screenCode: string): ListKind => kinds[screenCode] ?? (kinds['SD-BNK-005'] as ListKind);
