import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf, showError } from '@/lib/api';
import { confirm, toast } from '@/lib/feedback';
import { useTranslation } from '@/lib/wording';
import { type Draft, dropDraft, findDraft, keepDraft } from '../data/calls';
import { contentOf, rekeyed, type WizardValues } from '../model/values';
import type { useWizard } from '../use-wizard';

const everyMs = 20_000;

interface Given {
  screenCode: string;
  /** Only new requests have a draft. */
  enabled: boolean;
  step: number;
  wizard: Pick<ReturnType<typeof useWizard>, 'getValues' | 'isDirty' | 'isDraft' | 'setIsDraft'>;
  onApply(values: WizardValues, step: number): void;
  /** The draft was declined; the form continues as it is. */
  onDecline(): void;
}

/** The customer of a draft, if one is entered yet. */
const nameIn = (draft: Draft | null) => draft?.body.values.customer?.customerName ?? '';

export type DraftState = { kind: 'none' } | { kind: 'saving' } | { kind: 'saved'; at: Date } | { kind: 'failed' };

/** One draft per user and screen: saved by the button and automatically, offered again later. */
export function useDraft(given: Given) {
  const { screenCode, enabled } = given;
  const { t } = useTranslation();
  const latest = useRef(given);
  latest.current = given;
  const [offered, setOffered] = useState<Draft | null>(null);
  const [state, setState] = useState<DraftState>({ kind: 'none' });
  const exists = useRef(false);
  /** The draft stored on the server; null until the first save. */
  const kept = useRef<string | null>(null);
  const isDone = useRef(false);
  const isGone = useRef(false);
  const underWay = useRef<Promise<void> | null>(null);
  /** Whether the server has answered about an existing draft: an unseen one is never overwritten. */
  const isTold = useRef(false);
  const isAsking = useRef(false);

  const keep = useCallback(
    async (isAsked: boolean) => {
      const { wizard, step } = latest.current;
      const values = wizard.getValues();
      setState({ kind: 'saving' });
      try {
        const manner = isAsked ? {} : ({ quiet: true, success: 'none' } as const);
        await keepDraft(screenCode, { values, step }, !exists.current, manner);
        exists.current = true;
        kept.current = contentOf(values);
        // A user who left and discarded the draft does not find it again.
        if (!isGone.current) wizard.setIsDraft(true);
        setState({ kind: 'saved', at: new Date() });
        setOffered(null);
      } catch (error) {
        setState({ kind: 'failed' });
        if (isAsked) showError(error);
      }
    },
    [screenCode],
  );
  const store = useCallback(
    async (isAsked: boolean) => {
      if (underWay.current || isDone.current) return;
      underWay.current = keep(isAsked);
      await underWay.current;
      underWay.current = null;
    },
    [keep],
  );

  const apply = useCallback((draft: Draft) => {
    const values = rekeyed(draft.body.values);
    kept.current = contentOf(values);
    setOffered(null);
    latest.current.onApply(values, draft.body.step);
    latest.current.wizard.setIsDraft(true);
  }, []);

  /** Offers the stored draft unless the form already holds it; asks only while the form is empty. */
  const ask = useCallback(
    async (isCalm: boolean) => {
      if (isAsking.current) return;
      isAsking.current = true;
      const draft = await findDraft(screenCode).catch(() => undefined);
      isAsking.current = false;
      if (isGone.current || draft === undefined) return;
      isTold.current = true;
      if (!draft?.body?.values) return;
      exists.current = true;
      const { wizard } = latest.current;
      const content = contentOf(draft.body.values);
      if (wizard.isDraft() || content === contentOf(wizard.getValues())) {
        kept.current = content;
        return wizard.setIsDraft(true);
      }
      if (isCalm || wizard.isDirty()) return setOffered(draft);
      const isWanted = await confirm('applyDraft', nameIn(draft));
      if (isGone.current) return;
      if (isWanted) return apply(draft);
      setOffered(draft);
      latest.current.onDecline();
    },
    [screenCode, apply],
  );
  useEffect(() => {
    isGone.current = false;
    if (enabled) void ask(false);
    return () => {
      isGone.current = true;
    };
  }, [enabled, ask]);

  const isWaiting = offered !== null;
  useEffect(() => {
    if (!enabled || isWaiting) return;
    const timer = setInterval(() => {
      if (!isTold.current) return void ask(false);
      const { isDirty, getValues } = latest.current.wizard;
      if (isDirty() && contentOf(getValues()) !== kept.current) void store(false);
    }, everyMs);
    return () => clearInterval(timer);
  }, [enabled, isWaiting, store, ask]);

  const save = async () => {
    if (await confirm('saveDraft')) await store(true);
  };
  const applyOffered = async () => {
    const isFree = !latest.current.wizard.isDirty() || (await confirm('replaceByDraft', nameIn(offered)));
    if (offered && isFree) apply(offered);
  };
  const deleteOffered = async () => {
    if (!(await confirm('delete', t('ui.wizard.draft.name')))) return;
    try {
      await dropDraft(screenCode);
      exists.current = false;
      setOffered(null);
    } catch (error) {
      toast(messageOf(error), 'bad');
    }
  };
  /** Discards the form, not the draft: it is offered again. */
  const standBy = async () => {
    if (!enabled) return;
    isTold.current = false;
    await underWay.current;
    latest.current.wizard.setIsDraft(false);
    kept.current = null;
    setState({ kind: 'none' });
    await ask(true);
  };
  /** The request is created. Its draft was dropped with it if the server was told; one saved since is dropped now. */
  const finish = async (wasTold: boolean) => {
    isDone.current = true;
    const isLate = underWay.current !== null;
    await underWay.current;
    if (!latest.current.wizard.isDraft() || (wasTold && !isLate)) return;
    await dropDraft(screenCode, { quiet: true, success: 'none' }).catch(() => undefined);
  };
  /** Whether the input is stored on the server. */
  const isKept = useCallback(() => kept.current === contentOf(latest.current.wizard.getValues()), []);
  return { state, offered, save, applyOffered, deleteOffered, standBy, finish, isKept };
}
