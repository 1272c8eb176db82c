const firstWait = 2_000;
const longestWait = 30_000;

/** How long to wait before the next try, given the number of failures. */
export const waitAfter = (failures: number) => Math.min(firstWait * 2 ** Math.max(0, failures - 1), longestWait);

/** Until the time is over, the connection returns or the phone wakes. */
export function wake(wait: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const finish = (then: () => void) => () => {
      ended.abort();
      clearTimeout(timer);
      then();
    };
    const timer = setTimeout(finish(resolve), wait);
    const once = { signal: ended.signal };
    window.addEventListener('online', finish(resolve), once);
    document.addEventListener('visibilitychange', finish(resolve), once);
    signal.addEventListener(
      'abort',
      finish(() => reject(signal.reason)),
      once,
    );
  });
}
