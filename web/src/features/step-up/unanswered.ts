import { type Challenge, mostTries } from '@/lib/second-factor';
import { session } from '@/lib/session';

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
