/** How the login started, so that a new code can be requested the same way. */
export type Starter = { entityCode: string; userId: string; channel?: Channel } | { linkToken: string };

export type Channel = 'Email' | 'SMS';

/** A code that was sent and not yet entered. */
export interface Pending {
  starter: Starter;
  otpRef: string;
  channel: Channel;
  maskedTo: string;
  /** Milliseconds since the epoch. */
  goodUntil: number;
  resendAt: number;
}

const key = 'pendingLogin';

/** Phones drop a page while the user looks up the code in another app; returning must not start over. */
export const pendingLogin = {
  get(): Pending | null {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Pending | null;
    return kept && kept.goodUntil > Date.now() ? kept : null;
  },
  set(pending: Pending | null) {
    if (pending) sessionStorage.setItem(key, JSON.stringify(pending));
    else sessionStorage.removeItem(key);
  },
};
