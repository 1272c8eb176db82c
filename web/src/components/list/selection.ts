import { useCallback, useEffect, useMemo, useState } from 'react';

export interface Selection<R> {
  rows: Map<string, R>;
  set(rows: R[], on: boolean): void;
  drop(keys: string[]): void;
  clear(): void;
}

/** The selection across pages. A reloaded row replaces the stored one, so that its version is the newest. */
export function useSelection<R>(listed: R[] | undefined, keyOf: (row: R) => string): Selection<R> {
  const [rows, setRows] = useState(new Map<string, R>());
  useEffect(() => {
    setRows((now) => {
      const renewed = listed?.filter((row) => now.has(keyOf(row)) && now.get(keyOf(row)) !== row) ?? [];
      if (renewed.length === 0) return now;
      return new Map([...now, ...renewed.map((row) => [keyOf(row), row] as const)]);
    });
  }, [listed, keyOf]);
  const set = useCallback(
    (changed: R[], on: boolean) => {
      setRows((now) => {
        const next = new Map(now);
        for (const row of changed) {
          if (on) next.set(keyOf(row), row);
          else next.delete(keyOf(row));
        }
        return next;
      });
    },
    [keyOf],
  );
  const drop = useCallback((keys: string[]) => {
    setRows((now) => new Map([...now].filter(([key]) => !keys.includes(key))));
  }, []);
  const clear = useCallback(() => setRows(new Map()), []);
  return useMemo(() => ({ rows, set, drop, clear }), [rows, set, drop, clear]);
}
