import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onRequestChange } from '@/lib/live';

/** Changes come in bursts; figures may be a little late. */
const pause = 1_500;

/** Refetches these queries after changes of requests, once per burst. */
export function useLiveQueries(queryKey: QueryKey) {
  const queries = useQueryClient();
  const key = useRef(queryKey);
  key.current = queryKey;
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = onRequestChange(() => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void queries.invalidateQueries({ queryKey: key.current }), pause);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [queries]);
}
