import { expiryOf, isRefreshable, refreshToken } from '@/lib/api';
import { session } from '@/lib/session';

export const idleSeconds = 420;

/** Exactly the six events the spec names: others, such as keydown, do not count. */
export const activity = ['click', 'wheel', 'scroll', 'mousemove', 'keyup', 'resize'] as const;

/** This long before the end the user is warned. */
const warnSeconds = 60;

interface Hooks {
  /** When the session will end, while the warning is due; then 0. */
  onWarn?(end: number): void;
  onActive?(at: number): void;
  /** Activity of other tabs counts here too. */
  hearElsewhere?(act: (at: number) => void): () => void;
}

/**
 * Calls `onIdle` once after 420 seconds without activity. Time is read from the clock, so that a suspended tab
 * does not wake up logged in.
 */
export function watchIdle(onIdle: () => void, { onWarn, onActive, hearElsewhere }: Hooks = {}) {
  let last = Date.now();
  let stopped = false;
  let isWarned = false;
  const quiet = () => Math.floor((Date.now() - last) / 1000);

  const warn = (isDue: boolean) => {
    if (isDue === isWarned) return;
    isWarned = isDue;
    onWarn?.(isDue ? last + idleSeconds * 1000 : 0);
  };

  const stop = () => {
    stopped = true;
    clearInterval(timer);
    stopElsewhere?.();
    warn(false);
    for (const name of activity) window.removeEventListener(name, onActivity, true);
  };
  const check = () => {
    if (stopped) return;
    warn(quiet() >= idleSeconds - warnSeconds);
    if (quiet() < idleSeconds) return;
    stop();
    onIdle();
  };
  // The first input after a long sleep comes before the timer: it must not revive the session.
  const active = (at: number) => {
    check();
    if (stopped) return;
    last = Math.max(last, at);
    warn(quiet() >= idleSeconds - warnSeconds);
  };
  const onActivity = () => {
    active(Date.now());
    if (!stopped) onActive?.(last);
  };
  const stopElsewhere = hearElsewhere?.(active);

  const timer = setInterval(check, 1000);
  for (const name of activity) window.addEventListener(name, onActivity, { capture: true, passive: true });
  return stop;
}

const refreshBefore = 300_000;
const startsAfter = 3_000;
const checkAgainAfter = 10_000;

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
