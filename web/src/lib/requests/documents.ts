import { call, list, type Manner, type Sending, saveFile, send, upload } from '@/lib/api';
import type { DocRequest, Remark, StoredFile, Submission } from './types';

/** Document calls of parties, and of bankers on their behalf. */
const at = (resource: string) => ({ area: 'transaction', resource }) as const;

/** Stages a file: the bank does not see it before it is submitted. */
export const stageFile = (txnRefNo: string, documentNo: number, file: File, sending: Sending) =>
  upload<StoredFile>(
    { ...at('document/upload'), query: { txnRefNo, documentNo, fileName: file.name } },
    file,
    sending,
  );

export async function takeBack(txnRefNo: string, documentNo: number, fileId: string, manner: Manner = {}) {
  const body = { txnRefNo, documentNo, fileId };
  await call({ ...at('document/upload'), operation: 'D', body, success: 'none', ...manner });
}

export async function submitDocuments(submission: Submission, manner: Manner = {}): Promise<DocRequest> {
  const { data } = await call<DocRequest>({
    ...at('document/submit'),
    operation: 'U',
    body: submission,
    ...manner,
  });
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
