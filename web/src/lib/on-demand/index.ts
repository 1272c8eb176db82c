import { useEffect, useState } from 'react';

/** Once something was used it stays, so that what closes can slide or fade out. */
export function useOnce(isTrue: boolean) {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return wasTrue || isTrue;
}

/** What the person does now comes first. Safari has no idle callbacks. */
function whenIdle(what: () => void) {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(what, { timeout: 300 });
  else what();
}

const moves = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Not needed for the first sight of a page, but before it can be wanted: fetched with the person's first move. */
export function usePreload(load: () => Promise<unknown>) {
  useEffect(() => {
    const stop = () => {
      for (const name of moves) window.removeEventListener(name, onMove);
    };
    const onMove = () => {
      stop();
      whenIdle(() => void load().catch(() => undefined));
    };
    for (const name of moves) window.addEventListener(name, onMove, { passive: true });
    return stop;
  }, [load]);
}

const tryAgainAfter = 1_000;

/** For what must come in the end, even after a lost network: the fetch goes on until it succeeds. */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, tryAgainAfter));
    return retryImport(load);
  }
}
