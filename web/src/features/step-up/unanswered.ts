import { type Challenge, mostTries } from '@/lib/second-factor';
import { session } from '@/lib/session';

interface Kept {
  challenge: Challenge;
  /** Wrong codes so far. */
  tries: number;
}

/** Time enough to look up the code and type it. */
const worthwhile = 30_000;

let kept: Kept | null = null;

// What was asked of one person is nothing for the next.
session.beforeClear(() => {
  kept = null;
});

/** A challenge that was left unanswered: whoever cancels and comes back need not wait for another mail. */
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
