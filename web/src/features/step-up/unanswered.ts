import type { Challenge } from '@/lib/second-factor';
import { session } from '@/lib/session';

/** Time enough to look up the code and type it. */
const worthwhile = 30_000;

let kept: Challenge | null = null;

// What was asked of one person is nothing for the next.
session.beforeClear(() => {
  kept = null;
});

/** A code that was sent and not tried: whoever cancels and comes back need not wait for another mail. */
export const unanswered = {
  get: () => (kept && kept.goodUntil - Date.now() > worthwhile ? kept : null),
  set(challenge: Challenge | null) {
    kept = challenge;
  },
};
