import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RequestRow } from '@/lib/requests';

export interface Selection {
  rows: Map<string, RequestRow>;
  set(row: RequestRow, on: boolean): void;
  setAll(rows: RequestRow[], on: boolean): void;
  drop(references: string[]): void;
  clear(): void;
}

/** The selection across pages. A reloaded row replaces the stored one, so that its version is the newest. */
export function useSelection(listed: RequestRow[] | undefined): Selection {
  const [rows, setRows] = useState(new Map<string, RequestRow>());
  useEffect(() => {
    setRows((now) => {
      const renewed = listed?.filter((row) => now.has(row.txnRefNo) && now.get(row.txnRefNo) !== row) ?? [];
      if (renewed.length === 0) return now;
      return new Map([...now, ...renewed.map((row) => [row.txnRefNo, row] as const)]);
    });
  }, [listed]);
  const setAll = useCallback((changed: RequestRow[], on: boolean) => {
    setRows((now) => {
      const next = new Map(now);
      for (const row of changed) {
        if (on) next.set(row.txnRefNo, row);
        else next.delete(row.txnRefNo);
      }
      return next;
    });
  }, []);
  const set = useCallback((row: RequestRow, on: boolean) => setAll([row], on), [setAll]);
  const drop = useCallback((references: string[]) => {
    setRows((now) => new Map([...now].filter(([reference]) => !references.includes(reference))));
  }, []);
  const clear = useCallback(() => setRows(new Map()), []);
  return useMemo(() => ({ rows, set, setAll, drop, clear }), [rows, set, setAll, drop, clear]);
}
