export * from './types';

import { call, find, list, type Manner, type Query, type Row, send } from '@/lib/api';
import { saveFile } from '@/lib/api/transfer';
import { can } from '@/lib/permissions';
import type { Auth } from '@/lib/session';
import type {
  ActionName,
  DocRequest,
  Remark,
  RequestActionCall,
  RequestDocument,
  RequestRow,
  StoredFile,
  Submission,
} from './types';

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

export async function takeBack(txnRefNo: string, documentNo: number, fileId: string, manner: Manner = {}) {
  const body = { txnRefNo, documentNo, fileId };
  await call({ ...at('document/upload'), operation: 'D', body, success: 'none', ...manner });
}

/** Lets staff see why a party's file was not sent. Nobody waits for it. */
export const noteRefused = (txnRefNo: string, documentNo: number, cause: string) =>
  call({
    ...at('document/upload'),
    operation: 'U',
    body: { txnRefNo, documentNo, cause },
    quiet: true,
    failure: 'inline',
    success: 'none',
  }).catch(() => undefined);

export async function submitDocuments(submission: Submission, manner: Manner = {}): Promise<DocRequest> {
  const { data } = await call<DocRequest>({ ...at('document/submit'), operation: 'U', body: submission, ...manner });
  return data.record as DocRequest;
}

export const remarksOf = async (txnRefNo: string): Promise<Remark[]> =>
  (await list<Remark>(at('document/remark'), { txnRefNo })).content;

/** `documentNo` 0 is the whole request. */
export async function addRemark(txnRefNo: string, documentNo: number, text: string, manner: Manner = {}) {
  const body = { txnRefNo, documentNo, text };
  await call({ ...at('document/remark'), operation: 'S', body, ...manner });
}

/** Fetches a file with the session's token and saves it. */
export async function saveStored(txnRefNo: string, documentNo: number, { fileId, fileName }: StoredFile) {
  const response = await send({ ...at('document/content'), query: { txnRefNo, documentNo, fileId } });
  saveFile(await response.blob(), fileName);
}

/** The first page of a file, small; `waits` while the file is being read. */
export async function thumbnailOf(txnRefNo: string, documentNo: number, fileId: string, signal: AbortSignal) {
  const query = { txnRefNo, documentNo, fileId, size: 'small', wait: 0 };
  const response = await send({ ...at('document/preview'), query, failure: 'inline', quiet: true, signal });
  return response.status === 202 ? 'waits' : response.blob();
}

const pathsTo = (auth: Auth, codes: string[]) =>
  codes.flatMap((code) => auth.screens.find((screen) => screen.screenCode === code)?.path ?? []);

/** The page that shows a request to this user: overview, else details, else a list. */
export function pathOfRequest(auth: Auth, txnRefNo: string): string | undefined {
  const [one] = pathsTo(auth, ['SD-BNK-004', 'SD-BNK-007']);
  if (one) return one.replace(':txnRefNo', encodeURIComponent(txnRefNo));
  return pathsTo(auth, ['SD-BNK-002', 'SD-BNK-005', 'SD-BNK-006'])[0];
}

/** The wizard of a user who may make requests: banks and education bodies have one each. */
export function pathOfWizard(auth: Auth): string | undefined {
  const codes = auth.entityType === 'Education' ? ['SD-EDU-001', 'SD-BNK-001'] : ['SD-BNK-001', 'SD-EDU-001'];
  const editable = auth.screens.filter((screen) => can(screen, 'edit'));
  return pathsTo({ ...auth, screens: editable }, codes)[0];
}
