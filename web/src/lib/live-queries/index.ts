import { type QueryFunctionContext, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onRequestChange } from '@/lib/live';

/**
 * How a query that renews itself calls the server: the spinner covers the page when it fetches something new, not when
 * it renews what is shown, which nobody asked for.
 */
export const renewing = ({ client, queryKey, signal }: QueryFunctionContext) => ({
  signal,
  quiet: client.getQueryData(queryKey) !== undefined,
});

/** Refetches these queries after changes of requests, once per burst: figures may be a little late. */
export function useLiveQueries(queryKey: QueryKey, { pause = 1_500, enabled = true } = {}) {
  const queries = useQueryClient();
  const key = useRef(queryKey);
  key.current = queryKey;
  useEffect(() => {
    if (!enabled) return;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = onRequestChange(() => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void queries.invalidateQueries({ queryKey: key.current }), pause);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [queries, pause, enabled]);
}
