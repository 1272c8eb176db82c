import { useEffect, useRef, useState } from 'react';
import { call, onStepUp } from '@/lib/api';
import { type Asked, type Challenge, challengeOf, mostTries } from '@/lib/second-factor';
import { session } from '@/lib/session';

/** A question is open from the call that needs it until it is answered. */
export function useStepUp() {
  const [isOpen, setIsOpen] = useState(false);
  const resolve = useRef<((yes: boolean) => void) | null>(null);

  const answer = useRef((yes: boolean) => {
    resolve.current?.(yes);
    resolve.current = null;
    setIsOpen(false);
  }).current;

  useEffect(() => {
    const ask = () =>
      new Promise<boolean>((answered) => {
        resolve.current = answered;
        setIsOpen(true);
      });
    // Escape closes the topmost dialog only. A drawer below listens too, so this listener comes first.
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !resolve.current) return;
      event.stopImmediatePropagation();
      answer(false);
    };
    const stop = onStepUp(ask);
    window.addEventListener('keydown', onEscape, { capture: true });
    return () => {
      stop();
      window.removeEventListener('keydown', onEscape, { capture: true });
      // The question ends with the session.
      answer(false);
    };
  }, [answer]);

  return { isOpen, answer };
}

interface Kept {
  challenge: Challenge;
  /** Wrong codes so far. */
  tries: number;
}

/** Enough time to look up and type the code. */
const worthwhile = 30_000;

let kept: Kept | null = null;

// A challenge of one user is not for the next.
session.beforeClear(() => {
  kept = null;
});

/** An unanswered challenge: a user who cancels and comes back need not wait for another mail. */
export const unanswered = {
  get(): Kept | null {
    const isGood = kept && kept.tries < mostTries && kept.challenge.goodUntil - Date.now() > worthwhile;
    return isGood ? kept : null;
  },
  begin(challenge: Challenge) {
    kept = { challenge, tries: 0 };
  },
  countTry() {
    if (kept) kept = { ...kept, tries: kept.tries + 1 };
  },
  end() {
    kept = null;
  },
};

const own = { area: 'sms', resource: 'stepup', screenId: '', failure: 'inline', success: 'none' } as const;

export async function startStepUp(): Promise<Challenge> {
  const { data } = await call<Asked>({ ...own, operation: 'S', body: {} });
  return challengeOf(data.record as Asked);
}

/** A correct code allows sensitive actions for a while in this session. */
export async function endStepUp(factorRef: string, factorCode: string) {
  await call({ ...own, operation: 'U', body: { factorRef, factorCode } });
}
