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

export interface ListKind {
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
    sort: '-documentDueDate',
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

export const kindOf = (screenCode: string): ListKind =>
  kinds[screenCode] ?? (kinds['SD-BNK-005'] as ListKind);
