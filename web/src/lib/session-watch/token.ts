import { expiryOf, isRefreshable, refreshToken } from '@/lib/api';
import { session } from '@/lib/session';

export const refreshBefore = 300_000;
export const startsAfter = 3_000;
export const checkAgainAfter = 10_000;

/** Delay from `now` until the refresh; undefined when the token cannot be refreshed. */
export function refreshIn(token: string, now: number): number | undefined {
  const expiry = isRefreshable(token) ? expiryOf(token) : undefined;
  return expiry === undefined ? undefined : Math.max(expiry - refreshBefore - now, 0) + startsAfter;
}

/** Keeps the token fresh: 300 s before it expires, 3 s after the check, checked again 10 s after a refresh. */
export function watchToken(refresh: () => Promise<unknown> = refreshToken) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const check = () => {
    const wait = refreshIn(session.token(), Date.now());
    if (stopped || wait === undefined) return;
    timer = setTimeout(run, wait);
  };
  const run = async () => {
    await refresh();
    if (!stopped) timer = setTimeout(check, checkAgainAfter);
  };
  check();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
