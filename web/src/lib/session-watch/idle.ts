export const idleSeconds = 420;

/** Exactly the six events the spec names: others, such as keydown, do not count. */
export const activity = ['click', 'wheel', 'scroll', 'mousemove', 'keyup', 'resize'] as const;

/**
 * Calls `onIdle` once after 420 seconds without activity. Time is read from the clock, so that a suspended tab
 * does not wake up logged in.
 */
export function watchIdle(onIdle: () => void) {
  let last = Date.now();
  let stopped = false;
  const isIdle = () => Math.floor((Date.now() - last) / 1000) >= idleSeconds;

  const stop = () => {
    stopped = true;
    clearInterval(timer);
    for (const name of activity) window.removeEventListener(name, onActivity, true);
  };
  const check = () => {
    if (stopped || !isIdle()) return;
    stop();
    onIdle();
  };
  // The first input after a long sleep comes before the timer: it must not revive the session.
  const onActivity = () => {
    check();
    last = Date.now();
  };

  const timer = setInterval(check, 1000);
  for (const name of activity) window.addEventListener(name, onActivity, { capture: true, passive: true });
  return stop;
}
