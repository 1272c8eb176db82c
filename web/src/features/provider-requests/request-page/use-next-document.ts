import { useEffect, useRef } from 'react';
import type { DocRequest } from '@/lib/requests';
import { inGroup, may, type Upload } from '@/shared/document-upload';

const find = (selector: string) => document.querySelector<HTMLElement>(selector);

/** Moves on only from the document the reader is at, or from one whose button has gone. */
function isReaderAt(documentNo: number) {
  const active = document.activeElement;
  return active === document.body || (active?.closest(`[data-document="${documentNo}"]`) ?? null) !== null;
}

/** A document that receives a file opens the next one that waits for one; after the last comes Submit. */
export function useNextDocument(request: DocRequest, upload: Upload, onOpen: (documentNo: number) => void) {
  const owed = request.parties
    .flatMap(({ documents }) => inGroup(documents, 'owed'))
    .filter((document) => may(document, 'upload'));
  const { transfers } = upload.transfers;
  const isTouched = (documentNo: number) => transfers.some((each) => each.documentNo === documentNo);
  const isStarted = (documentNo: number) =>
    transfers.some((each) => each.documentNo === documentNo && each.state !== 'failed');
  const started = owed
    .filter(({ documentNo, staged }) => staged.length > 0 || isStarted(documentNo))
    .map(({ documentNo }) => documentNo);
  const before = useRef(started);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a document begins to receive files
  useEffect(() => {
    const from = started.filter((documentNo) => !before.current.includes(documentNo)).at(-1);
    before.current = started;
    if (from === undefined || !isReaderAt(from)) return;
    const at = owed.findIndex(({ documentNo }) => documentNo === from);
    const inOrder = [...owed.slice(at + 1), ...owed.slice(0, at)];
    const next = inOrder.find(({ documentNo, staged }) => staged.length === 0 && !isTouched(documentNo));
    if (next) onOpen(next.documentNo);
    const frame = requestAnimationFrame(() => {
      const target = find(next ? `[data-document="${next.documentNo}"] [data-choose]` : '[data-submit]');
      target?.focus({ preventScroll: true });
      target?.closest(next ? '[data-document]' : 'body')?.scrollIntoView({ block: next ? 'center' : 'end' });
    });
    return () => cancelAnimationFrame(frame);
  }, [started.join()]);
}
