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
  /** What a card tells on a phone: how far the documents are, or what happened last. */
  card: 'documents' | 'action';
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
    card: 'documents',
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
