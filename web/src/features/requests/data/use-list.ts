import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ListState, pageQuery } from '@/components/list';
import { searchRequests } from '@/lib/requests';
import { useKeys } from './keys';
import { onRequestChange } from './live';

/**
 * One page; the previous one stays until the next one loads. The screen is a parameter, not taken from the
 * address: when switching lists this one may fetch once more while the address already belongs to the other.
 */
export function useRequestList(state: ListState, screenId: string) {
  const keys = useKeys();
  const query = pageQuery(state);
  const answer = useQuery({
    queryKey: [...keys.lists, screenId, query],
    queryFn: ({ signal }) => searchRequests(query, { signal, screenId }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  useLiveList();
  return answer;
}

/** Changes come in bursts, such as all documents of a request: refetch once per burst. */
const pause = 400;

function useLiveList() {
  const keys = useKeys();
  const queries = useQueryClient();
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = onRequestChange(() => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void queries.invalidateQueries({ queryKey: keys.lists }), pause);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [keys, queries]);
}
