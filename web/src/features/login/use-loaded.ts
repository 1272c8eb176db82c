import { useCallback, useEffect, useState } from 'react';

export interface Loaded<T> {
  data: T | undefined;
  failed: boolean;
  reload(): void;
}

/** One fetch for a page that does without a query library. `load` must be stable; undefined loads nothing. */
export function useLoaded<T>(load: (() => Promise<T>) | undefined): Loaded<T> {
  const [state, setState] = useState<{ data?: T; failed: boolean }>({ failed: false });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round means: the same again
  useEffect(() => {
    let current = true;
    setState({ failed: false });
    load?.()
      .then((data) => current && setState({ data, failed: false }))
      .catch(() => current && setState({ failed: true }));
    return () => {
      current = false;
    };
  }, [load, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { data: state.data, failed: state.failed, reload };
}
