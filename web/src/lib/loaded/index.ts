import { useCallback, useEffect, useRef, useState } from 'react';
import { isPassing } from '@/lib/api/errors';
import { waitAfter, wake } from '@/lib/wake';

/** After a lost connection or a server that is gone, tries again by itself until `retry` succeeds. */
export function useGoOn(error: unknown, retry: () => Promise<unknown>) {
  const latest = useRef(retry);
  latest.current = retry;
  const isGone = isPassing(error);
  useEffect(() => {
    if (!isGone) return;
    const control = new AbortController();
    const go = async () => {
      for (let failures = 1; ; failures += 1) {
        await wake(waitAfter(failures), control.signal);
        const isDone = await latest.current().then(
          () => true,
          () => false,
        );
        if (isDone) return;
      }
    };
    go().catch(() => undefined);
    return () => control.abort();
  }, [isGone]);
}

export interface Loaded<T> {
  data: T | undefined;
  failed: boolean;
  error: unknown;
  reload(): void;
}

type State<T> = Omit<Loaded<T>, 'reload'>;
const nothing = { data: undefined, failed: false, error: undefined };

/** One fetch for pages without a query library. `load` must be stable; undefined loads nothing. */
export function useLoaded<T>(load: (() => Promise<T>) | undefined): Loaded<T> {
  const [state, setState] = useState<State<T>>(nothing);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round repeats the load
  useEffect(() => {
    let current = true;
    setState(nothing);
    load?.()
      .then((data) => current && setState({ ...nothing, data }))
      .catch((error: unknown) => current && setState({ ...nothing, failed: true, error }));
    return () => {
      current = false;
    };
  }, [load, round]);
  useGoOn(state.error, async () => {
    const data = await load?.();
    if (data !== undefined) setState({ ...nothing, data });
  });
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { ...state, reload };
}
