import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf, showError } from '@/lib/api';
import { confirm, toast } from '@/lib/feedback';
import { useTranslation } from '@/lib/wording';
import { contentOf, rekeyed, type WizardValues } from '../model/values';
import { type Draft, dropDraft, findDraft, keepDraft } from './calls';

export const everyMs = 20_000;

interface Given {
  screenCode: string;
  /** Only what is new has a draft; a stored request is its own. */
  enabled: boolean;
  /** What was restored from this very page is newer than any draft. */
  isRestored: boolean;
  step: number;
  getValues(): WizardValues;
  isDirty(): boolean;
  onApply(values: WizardValues, step: number): void;
}

export type DraftState =
  | { kind: 'none' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | { kind: 'failed' };

/** One draft per person and screen: kept by the button and by itself, offered again when one comes back. */
export function useDraft(given: Given) {
  const { screenCode, enabled, isRestored } = given;
  const { t } = useTranslation();
  const latest = useRef(given);
  latest.current = given;
  const [offered, setOffered] = useState<Draft | null>(null);
  const [state, setState] = useState<DraftState>({ kind: 'none' });
  const exists = useRef(false);
  /** What the server has of us; null until the first save. */
  const kept = useRef<string | null>(null);
  const isDone = useRef(false);
  const underWay = useRef<Promise<void> | null>(null);

  const keep = useCallback(
    async (isAsked: boolean) => {
      const { getValues, step } = latest.current;
      const values = getValues();
      setState({ kind: 'saving' });
      try {
        const manner = isAsked ? {} : ({ quiet: true, success: 'none' } as const);
        await keepDraft(screenCode, { values, step }, !exists.current, manner);
        exists.current = true;
        kept.current = contentOf(values);
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
  }, []);

  /** Asked for once, when the wizard opens. */
  useEffect(() => {
    if (!enabled) return;
    let isCurrent = true;
    const ask = async () => {
      const draft = await findDraft(screenCode).catch(() => null);
      if (!isCurrent || !draft?.body?.values) return;
      exists.current = true;
      if (isRestored) return;
      setOffered(draft);
      if ((await confirm('applyDraft')) && isCurrent) apply(draft);
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [enabled, screenCode, isRestored, apply]);

  const isWaiting = offered !== null;
  useEffect(() => {
    if (!enabled || isWaiting) return;
    const timer = setInterval(() => {
      const { isDirty, getValues } = latest.current;
      if (isDirty() && contentOf(getValues()) !== kept.current) void store(false);
    }, everyMs);
    return () => clearInterval(timer);
  }, [enabled, isWaiting, store]);

  const save = async () => {
    if (await confirm('saveDraft')) await store(true);
  };
  const applyOffered = async () => {
    const isFree = !latest.current.isDirty() || (await confirm('applyDraft'));
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
  /** The request is made, and the server dropped its draft with it; one that was on its way may have come after. */
  const finish = async () => {
    isDone.current = true;
    if (!underWay.current) return;
    await underWay.current;
    await dropDraft(screenCode, { quiet: true, success: 'none' }).catch(() => undefined);
  };
  /** Whether what is typed is safe on the server. */
  const isKept = useCallback(() => kept.current === contentOf(latest.current.getValues()), []);
  return { state, offered, save, applyOffered, deleteOffered, finish, isKept };
}
