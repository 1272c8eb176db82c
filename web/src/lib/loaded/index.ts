import { useCallback, useEffect, useState } from 'react';

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
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { ...state, reload };
}
