import { useEffect, useRef, useState } from 'react';
import type { DocRequest } from '@/lib/requests';
import { inGroup, may, type Upload } from '@/shared/document-upload';

/** Moves on only from the document the reader is at, or from one whose button has gone. */
function isReaderAt(documentNo: number) {
  const active = document.activeElement;
  return active === document.body || (active?.closest(`[data-document="${documentNo}"]`) ?? null) !== null;
}

/** The first button that is shown: not every device has the one for the camera. */
function goTo(selector: string) {
  for (const button of document.querySelectorAll<HTMLElement>(selector)) {
    button.focus({ preventScroll: true });
    if (document.activeElement !== button) continue;
    return button.closest('[data-document]')?.scrollIntoView({ block: 'center' });
  }
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
  /** Where the reader goes once it is on the page. */
  const [target, setTarget] = useState<{ selector: string }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a document begins to receive files
  useEffect(() => {
    const from = started.filter((documentNo) => !before.current.includes(documentNo)).at(-1);
    before.current = started;
    if (from === undefined || !isReaderAt(from)) return;
    const at = owed.findIndex(({ documentNo }) => documentNo === from);
    const inOrder = [...owed.slice(at + 1), ...owed.slice(0, at)];
    const next = inOrder.find(({ documentNo, staged }) => staged.length === 0 && !isTouched(documentNo));
    if (next) onOpen(next.documentNo);
    setTarget({ selector: next ? `[data-document="${next.documentNo}"] [data-choose]` : '[data-submit]' });
  }, [started.join()]);
  useEffect(() => {
    if (target) goTo(target.selector);
  }, [target]);
}
