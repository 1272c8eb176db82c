/** The columns a list of requests may have; the words stand under `ui.requests.field.`. */
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
  | 'documentsPending'
  | 'documentsRejected'
  | 'nextAction'
  | 'latestAction'
  | 'latestActionBy'
  | 'latestActionOn'
  | 'transactionStatus';

export interface ListKind {
  columns: ColumnName[];
  /** The order the screen begins with. */
  sort: string;
}

/** What the server can order by. */
export const sorts = [
  'txnRefNo',
  'customerName',
  'createdOn',
  'documentDueDate',
  'expiresOn',
  'latestActionOn',
  'transactionStatus',
];

/** One list, three questions: what is still to come, which requests there are, what happened last. */
const kinds: Record<string, ListKind> = {
  'SD-BNK-002': {
    columns: [
      'txnRefNo',
      'customerName',
      // Never last: a language with long words would push it out of sight.
      'transactionStatus',
      'documents',
      'documentsPending',
      'documentsRejected',
      'documentDueDate',
      'nextAction',
    ],
    sort: '-documentDueDate',
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
    sort: '-latestActionOn',
  },
};

export const kindOf = (screenCode: string): ListKind =>
  kinds[screenCode] ?? (kinds['SD-BNK-005'] as ListKind);
