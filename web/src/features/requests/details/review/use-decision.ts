import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, fieldsOf, isDeclined, messageOf } from '@/lib/api';
import { focusAgain } from '@/lib/field-focus';
import type { DocRequest, RequestDocument } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { useActions } from '../../actions/use-actions';
import { type Decision, review } from '../../data/calls';
import { useTakeOver } from '../../data/use-request';
import { newestOf } from '../../model/owing';
import { type Draft, nextMine } from './use-review';

interface Given {
  request: DocRequest;
  screenId: string;
  document: RequestDocument;
  onDraft(draft: Draft): void;
  onShow(documentNo: number): void;
  /** The control with the focus is about to be removed. */
  onDecided(): void;
}

interface Said {
  tone: 'bad' | 'info';
  text: string;
}

/** Sends a decision, then shows the next document that waits for the user. */
export function useDecision({ request, screenId, document, onDraft, onShow, onDecided }: Given) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  /** A ref is current at once; state only with the next render. */
  const running = useRef(false);
  const [message, setMessage] = useState<Said | null>(null);
  const takeOver = useTakeOver();
  const { renew } = useActions(request, screenId);
  const newest = newestOf(document)?.versionNo;
  const seen = useRef(newest);
  useEffect(() => {
    // Nobody decides on a document that changed in the meantime without being told.
    if (newest !== seen.current) setMessage({ tone: 'info', text: t('ui.requests.review.newVersion') });
    seen.current = newest;
  }, [newest, t]);
  const fail = async (error: unknown) => {
    if (isDeclined(error)) return;
    if (error instanceof ApiError && error.status === 409) {
      await renew();
      return setMessage({ tone: 'info', text: t('ui.requests.stale') });
    }
    const [field] = Object.values(fieldsOf(error));
    setMessage({ tone: 'bad', text: field ?? messageOf(error) });
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
      onDecided();
      onDraft({ doing: undefined, reasonCode: undefined, remark: undefined });
      takeOver(record);
      const next = decision.decision === 'undo' ? undefined : nextMine(record, documentNo);
      if (next !== undefined) onShow(next);
    } catch (error) {
      await fail(error);
      // Synchronously: a busy button cannot take the focus.
      flushSync(() => setBusy(false));
      focusAgain(sender);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, message, decide };
}
