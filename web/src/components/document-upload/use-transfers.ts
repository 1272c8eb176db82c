import { useEffect, useRef, useState } from 'react';
import { messageOf, randomKey } from '@/lib/api';
import { type RequestDocument, type StoredFile, stageFile } from '@/lib/requests';
import { t } from '@/lib/wording';
import { type FileFault, faultOf } from './formats';

/** A file being uploaded. */
export interface Transfer {
  key: string;
  documentNo: number;
  file: File;
  sent: number;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed, in the language of the page when shown. */
  fault?: () => string;
  /** False for a file that can never pass: no retry is offered. */
  isFinal?: boolean;
}

const atOnce = 2;

const faultWords: Record<FileFault, (document: RequestDocument) => string> = {
  empty: () => t('ui.upload.empty'),
  format: () => t('message.unsupportedFormat'),
  size: ({ maxSizeMb }) => t('ui.upload.tooLarge', { max: maxSizeMb }),
};

interface Options {
  txnRefNo: string;
  onStaged(documentNo: number, file: StoredFile): void;
}

/** All uploads of a page; two run at a time, the others wait. */
export function useTransfers({ txnRefNo, onStaged }: Options) {
  const [transfers, setTransfers] = useState<Transfer[]>([]);
  const running = useRef(new Map<string, AbortController>());

  const patch = (key: string, change: Partial<Transfer>) =>
    setTransfers((all) => all.map((each) => (each.key === key ? { ...each, ...change } : each)));
  const drop = (key: string) => setTransfers((all) => all.filter((each) => each.key !== key));

  const start = async ({ key, documentNo, file }: Transfer) => {
    const control = new AbortController();
    running.current.set(key, control);
    try {
      const onProgress = (sent: number) => patch(key, { sent: Math.min(sent, file.size) });
      const stored = await stageFile(txnRefNo, documentNo, file, { key, onProgress, signal: control.signal });
      drop(key);
      onStaged(documentNo, stored);
    } catch (error) {
      if (!control.signal.aborted) patch(key, { state: 'failed', fault: () => messageOf(error) });
    } finally {
      running.current.delete(key);
    }
  };

  // A waiting upload starts when a slot is free; the state records which started, so that none starts twice.
  const next = transfers.find(({ state }) => state === 'waiting');
  const isFree = transfers.filter(({ state }) => state === 'sending').length < atOnce;
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the queue, not on the functions
  useEffect(() => {
    if (!next || !isFree) return;
    patch(next.key, { state: 'sending', sent: 0 });
    void start(next);
  }, [next?.key, isFree]);

  useEffect(() => {
    const controls = running.current;
    return () => {
      for (const control of controls.values()) control.abort();
    };
  }, []);

  const add = (document: RequestDocument, files: File[]) =>
    setTransfers((all) => [
      ...all,
      ...files.map((file): Transfer => {
        const fault = faultOf(file, document);
        const about = { key: randomKey(), documentNo: document.documentNo, file, sent: 0 };
        if (!fault) return { ...about, state: 'waiting' };
        return { ...about, state: 'failed', fault: () => faultWords[fault](document), isFinal: true };
      }),
    ]);
  const cancel = (key: string) => {
    running.current.get(key)?.abort();
    drop(key);
  };
  const retry = (key: string) => patch(key, { state: 'waiting', fault: undefined, sent: 0 });

  /** Dismisses a failed upload. */
  const clear = () => setTransfers((all) => all.filter(({ state }) => state !== 'failed'));

  const isBusy = transfers.some(({ state }) => state !== 'failed');
  return { transfers, isBusy, add, cancel, retry, clear };
}

export type Transfers = ReturnType<typeof useTransfers>;
