import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, fieldsOf, isDeclined, messageOf } from '@/lib/api';
import { type ToastAction, toast } from '@/lib/feedback';
import { focusAgain } from '@/lib/field-focus';
import { type DocRequest, findRequest, type RequestDocument } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { type Decision, review } from '../../data/calls';
import { useTakeOver } from '../../data/use-request';
import { documentsOf, newestOf } from '../../model/owing';
import { type Draft, isMine } from './use-review';

export interface Outcome {
  /** Shows what comes after a decision, unless the reviewer has gone on already. */
  onDecided(record: DocRequest, verdict: Decision['decision']): void;
  /** Shows what comes after a document that somebody else decided; without it the reviewer looks again. */
  onLost?(): void;
  /** Shows the document whose acceptance was taken back. */
  onUndone(): void;
}

interface Given extends Outcome {
  request: DocRequest;
  screenId: string;
  document: RequestDocument;
  onDraft(draft: Draft): void;
}

const documentIn = (request: DocRequest, documentNo: number) =>
  documentsOf(request).find(({ document }) => document.documentNo === documentNo)?.document;

/** The same version still waits at the same level. */
function isStillMine(request: DocRequest, seen: RequestDocument) {
  const now = documentIn(request, seen.documentNo);
  return (
    now !== undefined &&
    isMine(now) &&
    now.acceptedLevels === seen.acceptedLevels &&
    newestOf(now)?.versionNo === newestOf(seen)?.versionNo
  );
}

interface Said {
  tone: 'bad' | 'info';
  text: string;
}

/** The last acceptance can be taken back for a while, by its toast or a key. */
let last: { undo(): void; until: number } | undefined;
const undoFor = 8_000;

/** One toast for all decisions: the newest takes the place of the one before. */
const tellOnce = (message: string, action?: ToastAction) => toast(message, 'good', action, 'decision');

export function undoLast() {
  if (last && Date.now() < last.until) last.undo();
  last = undefined;
}

/** What to show next is asked when the answer is here; by then the reviewer may look at another document. */
function useLatest(outcome: Outcome) {
  const latest = useRef(outcome);
  latest.current = outcome;
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return { latest, isShown };
}

/** Sends a decision, says so, and shows what comes next. */
export function useDecision({ request, screenId, document, onDraft, ...outcome }: Given) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  /** A ref is current at once; state only with the next render. */
  const running = useRef(false);
  const [message, setMessage] = useState<Said | null>(null);
  const takeOver = useTakeOver();
  const { isShown, latest } = useLatest(outcome);
  const newest = newestOf(document)?.versionNo;
  const seen = useRef(newest);
  useEffect(() => {
    // Nobody decides on a document that changed in the meantime without being told.
    if (newest !== seen.current) setMessage({ tone: 'info', text: t('ui.requests.review.newVersion') });
    seen.current = newest;
  }, [newest, t]);
  const title = document.documentTitle;
  /** Beside the document, or as a toast that names it when another one is shown by now. */
  const say = (tone: Said['tone'], text: string) =>
    isShown.current
      ? setMessage({ tone, text })
      : toast(t('ui.requests.review.notDecided', { title, reason: text }), tone);
  /** Fetched here: the page refetches only what it shows, which may be another request by now. */
  const renew = async () => {
    const record = await findRequest(request.txnRefNo, { screenId, failure: 'inline', quiet: true });
    takeOver(record);
    return record;
  };
  const fail = async (error: unknown) => {
    if (isDeclined(error)) return;
    if (!(error instanceof ApiError && error.status === 409)) {
      const [field] = Object.values(fieldsOf(error));
      return say('bad', field ?? messageOf(error));
    }
    const record = await renew().catch(() => undefined);
    if (!outcome.onLost || !record || isStillMine(record, document)) {
      return say('info', t('ui.requests.stale'));
    }
    toast(t('ui.queue.lost', { title }), 'info');
    if (isShown.current) latest.current.onLost?.();
  };
  const undo = async () => {
    const { documentNo } = document;
    const here = window.location.pathname;
    const remark = t('ui.requests.review.undoneAtOnce');
    try {
      const body = { documentNo, versionNo: newest, decision: 'undo', remark } as const;
      takeOver(await review({ txnRefNo: request.txnRefNo }, body, { screenId }));
      tellOnce(t('ui.requests.review.done.undo', { title }));
      if (window.location.pathname === here) latest.current.onUndone();
    } catch (error) {
      toast(messageOf(error), 'bad');
    }
  };
  /** One message that names the document; an acceptance or a rejection can be undone from it. */
  const tell = (verdict: Decision['decision'], record: DocRequest) => {
    const message = t(`ui.requests.review.done.${verdict}`, { title });
    last = undefined;
    const canUndo = verdict === 'accept' || verdict === 'reject';
    if (!canUndo || !documentIn(record, document.documentNo)?.allowed.includes('undo')) {
      return tellOnce(message);
    }
    last = { undo: () => void undo(), until: Date.now() + undoFor };
    // Each toast undoes its own decision, also when it stays longer under the pointer.
    const run = () => {
      last = undefined;
      void undo();
    };
    tellOnce(message, { label: t('ui.requests.review.undoShort'), run, lasts: undoFor });
  };
  const decide = async (decision: Pick<Decision, 'decision' | 'reasonCode' | 'remark'>) => {
    if (running.current || newest === undefined) return;
    const { documentNo } = document;
    const { txnRefNo, versionNumber } = request;
    const sender = window.document.activeElement;
    running.current = true;
    setBusy(true);
    setMessage(null);
    try {
      const record = await review(
        { txnRefNo, versionNumber },
        { documentNo, versionNo: newest, ...decision },
        { screenId },
      );
      onDraft({ doing: undefined, reasonCode: undefined, remark: undefined });
      takeOver(record);
      tell(decision.decision, record);
      if (isShown.current) latest.current.onDecided(record, decision.decision);
    } catch (error) {
      await fail(error);
      // Synchronously: a busy button cannot take the focus.
      flushSync(() => setBusy(false));
      if (isShown.current) focusAgain(sender);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, message, decide };
}
