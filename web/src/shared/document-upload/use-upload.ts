import { useEffect, useMemo, useRef, useState } from 'react';
import { useSubmit } from '@/components/form';
import { ApiError, messageOf, randomKey } from '@/lib/api';
import { confirm } from '@/lib/feedback';
import {
  addRemark,
  type DocRequest,
  findRequest,
  noteRefused,
  type RequestDocument,
  type StoredFile,
  submitDocuments,
  takeBack,
} from '@/lib/requests';
import { session } from '@/lib/session';
import { useUnsaved } from '@/lib/unsaved';
import { abandonUpload, type Sending, upload, type Wait } from '@/lib/upload';
import { t } from '@/lib/wording';
import { documentsIn, may, progressOf } from './document-state';
import { fitPhoto } from './fit-photo';
import { type FileFault, faultOf } from './formats';
import { usePhotos } from './photo/use-photos';

/** Typed text by document number; 0 is the whole request. */
export type Typed = Record<number, string>;

type Change = (document: RequestDocument) => RequestDocument;

/** The request with one document replaced. */
const withDocument = (request: DocRequest, documentNo: number, change: Change): DocRequest => ({
  ...request,
  parties: request.parties.map((party) => ({
    ...party,
    documents: party.documents.map((each) => (each.documentNo === documentNo ? change(each) : each)),
  })),
});

const written = (typed: Typed) =>
  Object.entries(typed)
    .map(([documentNo, text]) => ({ documentNo: Number(documentNo), text: text.trim() }))
    .filter(({ text }) => text !== '');

/** A file dropped outside a drop area would open instead of the page, and everything typed would be lost. */
function keepDrops() {
  const hold = (event: DragEvent) => event.preventDefault();
  window.addEventListener('dragover', hold);
  window.addEventListener('drop', hold);
  return () => {
    window.removeEventListener('dragover', hold);
    window.removeEventListener('drop', hold);
  };
}

interface Options {
  screenCode: string;
  request: DocRequest;
  onChange(change: (before: DocRequest) => DocRequest): void;
  /** Called with the submitted documents and the request afterwards. */
  onSubmitted(documents: RequestDocument[], request: DocRequest): void;
  /** Nothing was submitted because the request had changed. The page now shows the newest version. */
  onStale(): void;
  onRemarked(): void;
}

/** Upload, remarks and submission of the documents of one request. */
export function useUpload({ screenCode, request, onChange, onSubmitted, onStale, onRemarked }: Options) {
  const { txnRefNo } = request;
  const unsaved = useUnsaved(screenCode, `remarks ${txnRefNo}`);
  const [typed, setTyped] = useState<Typed>(() => (unsaved.restore() as Typed | undefined) ?? {});
  /** Announced to screen readers; visible elsewhere. */
  const [said, setSaid] = useState('');
  const submission = useSubmit();

  const keep = (next: Typed) => {
    setTyped(next);
    if (written(next).length > 0) unsaved.keep({ ...next });
    else unsaved.forget();
  };
  const onStaged = (documentNo: number, file: StoredFile) => {
    // The page may have been told of it already.
    const others = (staged: StoredFile[]) => staged.filter(({ fileId }) => fileId !== file.fileId);
    const add: Change = (document) => ({ ...document, staged: [...others(document.staged), file] });
    onChange((before) => withDocument(before, documentNo, add));
    submission.clear();
    setSaid(t('ui.upload.saidStaged', { name: file.fileName }));
  };
  const transfers = useTransfers({ txnRefNo, onStaged });
  /** The document that received more files than it accepts. */
  const [overfull, setOverfull] = useState<number | null>(null);
  useEffect(keepDrops, []);

  const roomOf = ({ documentNo, staged, maxFiles }: RequestDocument) => {
    const coming = transfers.transfers.filter((each) => each.documentNo === documentNo && each.state !== 'failed');
    return Math.max(0, maxFiles - staged.length - coming.length);
  };
  const offer = (document: RequestDocument, files: File[]) => {
    const room = roomOf(document);
    setOverfull(files.length > room ? document.documentNo : null);
    transfers.add(document, files.slice(0, room));
  };

  const photos = usePhotos({
    request,
    isComing: ({ documentNo }) => transfers.transfers.some((each) => each.documentNo === documentNo),
    onUse: offer,
  });

  const remove = async ({ documentNo }: RequestDocument, file: StoredFile) => {
    if (!(await confirm('removeDocument', file.fileName))) return;
    await takeBack(txnRefNo, documentNo, file.fileId).then(
      () => {
        const without: Change = (document) => ({
          ...document,
          staged: document.staged.filter(({ fileId }) => fileId !== file.fileId),
        });
        onChange((before) => withDocument(before, documentNo, without));
        setSaid(t('ui.upload.saidRemoved', { name: file.fileName }));
      },
      () => undefined,
    );
  };

  /** Drops text typed for documents that no longer exist. */
  const remarks = written(typed).filter(
    ({ documentNo }) => documentNo === 0 || documentsIn(request).some((document) => document.documentNo === documentNo),
  );

  /** Reloads the request if it has changed; typed text stays. */
  const renew = async (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    const newest = await findRequest(txnRefNo);
    onChange(() => newest);
    onRemarked();
    onStale();
  };
  const run = (act: () => Promise<void>) =>
    submission.run(
      () => act().catch(renew),
      () => false,
    );

  const submit = () =>
    run(async () => {
      const ready = documentsIn(request).filter((document) => document.staged.length > 0 && may(document, 'submit'));
      const record = await submitDocuments(
        {
          txnRefNo,
          documents: ready.map(({ documentNo }) => documentNo),
          remark: remarks.find(({ documentNo }) => documentNo === 0)?.text,
          remarks: remarks.filter(({ documentNo }) => documentNo !== 0),
        },
        // The page itself shows the result.
        { failure: 'inline', success: 'none' },
      );
      keep({});
      transfers.clear();
      onChange((before) => ({ ...before, ...record }));
      if (remarks.length > 0) onRemarked();
      onSubmitted(ready, record);
    });

  /** For users who may write but not submit. */
  const sendRemark = (documentNo: number) =>
    run(async () => {
      await addRemark(txnRefNo, documentNo, (typed[documentNo] ?? '').trim(), { failure: 'inline' });
      keep({ ...typed, [documentNo]: '' });
      onRemarked();
    });

  const progress = useMemo(() => progressOf(request), [request]);
  return {
    txnRefNo,
    transfers,
    overfull,
    roomOf,
    offer,
    photos,
    typed,
    said,
    progress,
    busy: submission.busy,
    message: submission.message,
    maySubmit: documentsIn(request).some((document) => may(document, 'submit')),
    hasRemark: remarks.length > 0,
    /** Discards the typed text. */
    forget: () => keep({}),
    type: (documentNo: number, text: string) => {
      keep({ ...typed, [documentNo]: text });
      submission.clear();
    },
    remove,
    submit,
    sendRemark,
  };
}

export type Upload = ReturnType<typeof useUpload>;

/** A file being uploaded. */
export interface Transfer {
  key: string;
  documentNo: number;
  document: RequestDocument;
  file: File;
  sent: number;
  state: 'waiting' | 'fitting' | 'sending' | 'paused' | 'failed';
  /** The upload on the server. */
  place: Sending['place'];
  /** What the upload waits for; it goes on by itself. */
  wait?: Wait | undefined;
  /** Why it failed, in the language of the page when shown. */
  fault?: () => string;
  /** False for a file that can never pass: no retry is offered. */
  isFinal?: boolean;
}

const atOnce = 2;
/** A file is staged: the bank does not see it before it is submitted. */
const uploads = { area: 'transaction', resource: 'document/upload' } as const;

const faultWords: Record<FileFault, (document: RequestDocument) => string> = {
  empty: () => t('ui.upload.empty'),
  format: () => t('message.unsupportedFormat'),
  size: ({ maxSizeMb }) => t('ui.upload.tooLarge', { max: maxSizeMb }),
  heic: () => t('ui.upload.heic'),
  damaged: () => t('ui.upload.damaged'),
  locked: () => t('ui.upload.locked'),
};

interface TransferOptions {
  txnRefNo: string;
  onStaged(documentNo: number, file: StoredFile): void;
}

/** All uploads of a page; two run at a time, the others wait. */
function useTransfers({ txnRefNo, onStaged }: TransferOptions) {
  const [transfers, setTransfers] = useState<Transfer[]>([]);
  const running = useRef(new Map<string, AbortController>());

  const patch = (key: string, change: Partial<Transfer>) =>
    setTransfers((all) => all.map((each) => (each.key === key ? { ...each, ...change } : each)));
  const drop = (key: string) => setTransfers((all) => all.filter((each) => each.key !== key));

  /** Staff see why a customer's file never came. */
  const refused = (documentNo: number, fault: FileFault) => {
    if (session.auth()?.userType === 'C') void noteRefused(txnRefNo, documentNo, fault);
  };

  const start = async ({ key, documentNo, document, file: chosen, place }: Transfer) => {
    const control = new AbortController();
    running.current.set(key, control);
    try {
      const file = await fitPhoto(chosen, document);
      if (typeof file === 'string') {
        refused(documentNo, file);
        return patch(key, { state: 'failed', fault: () => faultWords[file](document), isFinal: true });
      }
      control.signal.throwIfAborted();
      // A retry sends the same bytes and goes on where it stopped.
      patch(key, { state: 'sending', file });
      const onProgress = (sent: number) => patch(key, { sent: Math.min(sent, file.size) });
      const onWait = (wait: Wait | undefined) => patch(key, { wait });
      const sending = { place, onProgress, onWait, signal: control.signal };
      const call = { ...uploads, query: { txnRefNo, documentNo } };
      const stored = await upload<StoredFile>(call, file, sending);
      drop(key);
      onStaged(documentNo, stored);
    } catch (error) {
      if (!control.signal.aborted) patch(key, { state: 'failed', fault: () => messageOf(error) });
    } finally {
      if (running.current.get(key) === control) running.current.delete(key);
    }
  };

  // A waiting upload starts when a slot is free; the state records which started, so that none starts twice.
  const next = transfers.find(({ state }) => state === 'waiting');
  const isFree = transfers.filter(({ state }) => state === 'sending' || state === 'fitting').length < atOnce;
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the queue, not on the functions
  useEffect(() => {
    if (!next || !isFree) return;
    patch(next.key, { state: 'fitting' });
    void start(next);
  }, [next?.key, isFree]);

  useEffect(() => {
    const controls = running.current;
    return () => {
      for (const control of controls.values()) control.abort();
    };
  }, []);

  const add = (document: RequestDocument, files: File[]) => {
    const { documentNo } = document;
    const added = files.map((file): Transfer => {
      const fault = faultOf(file, document);
      const about = { key: randomKey(), documentNo, document, file, sent: 0, place: {} };
      if (!fault) return { ...about, state: 'waiting' };
      refused(documentNo, fault);
      return { ...about, state: 'failed', fault: () => faultWords[fault](document), isFinal: true };
    });
    setTransfers((all) => [...all, ...added]);
  };
  const cancel = ({ key, place }: Transfer) => {
    running.current.get(key)?.abort();
    drop(key);
    abandonUpload(uploads, place).catch(() => undefined);
  };
  const pause = (key: string) => {
    running.current.get(key)?.abort();
    patch(key, { state: 'paused', wait: undefined });
  };
  /** After a failure or a pause. */
  const resume = (key: string) => patch(key, { state: 'waiting', fault: undefined });

  /** Dismisses uploads that can never pass; the others can still be repeated. */
  const clear = () => setTransfers((all) => all.filter(({ isFinal }) => !isFinal));

  const isBusy = transfers.some(({ state }) => state !== 'failed' && state !== 'paused');
  /** Leaving the page would lose these: they exist nowhere else. */
  const hasUnsent = transfers.some(({ isFinal }) => !isFinal);
  return { transfers, isBusy, hasUnsent, add, cancel, pause, resume, clear };
}

export type Transfers = ReturnType<typeof useTransfers>;
