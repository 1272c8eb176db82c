import { useEffect, useState } from 'react';

/** Stays true once it was true, so that a closing element can animate out. */
export function useOnce(isTrue: boolean) {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return wasTrue || isTrue;
}

/** User input comes first. Safari has no idle callbacks. */
function whenIdle(what: () => void) {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(what, { timeout: 300 });
  else what();
}

const moves = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Preloads code that the first render does not need: starts on the user's first input. */
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

/** Repeats an import until it succeeds, even after a network loss. */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, tryAgainAfter));
    return retryImport(load);
  }
}
