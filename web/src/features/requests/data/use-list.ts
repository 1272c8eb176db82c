import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { searchRequests } from '@/lib/requests';
import { useUrlState } from '@/lib/url-state';
import { kindOf, sorts } from '../model/columns';
import { type ListState, readState, searchQuery, writeState } from '../model/list-state';
import { useKeys } from './keys';
import { onRequestChange } from './live';

/** The state of a list, and a function to change it. */
export function useListState(screenCode: string): [ListState, (next: ListState) => void] {
  const standard = kindOf(screenCode).sort;
  const [search, change] = useUrlState();
  const state = useMemo(() => readState(search, sorts, standard), [search, standard]);
  const go = useCallback(
    (next: ListState) => {
      const gone = Object.fromEntries(
        Object.keys(writeState(state, standard)).map((name) => [name, undefined]),
      );
      change({ ...gone, ...writeState(next, standard) });
    },
    [change, state, standard],
  );
  return [state, go];
}

/**
 * One page; the previous one stays until the next one loads. The screen is a parameter, not taken from the
 * address: when switching lists this one may fetch once more while the address already belongs to the other.
 */
export function useRequestList(state: ListState, screenId: string) {
  const keys = useKeys();
  const query = searchQuery(state);
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
