import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { type DocRequest, findRequest } from '@/lib/requests';
import { useKeys } from './keys';
import { onRequestChange } from './live';

/** One request, whole, kept fresh while it is looked at. */
export function useRequest(txnRefNo: string, screenId: string) {
  const keys = useKeys();
  const queries = useQueryClient();
  const answer = useQuery({
    queryKey: [...keys.of(txnRefNo), 'record'],
    queryFn: ({ signal }) => findRequest(txnRefNo, { signal, screenId }),
    refetchOnMount: 'always',
  });
  const seen = answer.data?.versionNumber;
  useEffect(
    () =>
      onRequestChange((change) => {
        if (change && change.txnRefNo !== txnRefNo) return;
        // The record is here already when the change was made here; what stands around it may have changed still.
        const isKnown = change?.versionNumber === seen;
        const about = keys.of(txnRefNo);
        void queries.invalidateQueries({
          queryKey: about,
          predicate: ({ queryKey }) => !isKnown || queryKey.at(about.length) !== 'record',
        });
      }),
    [keys, queries, seen, txnRefNo],
  );
  return answer;
}

/** Takes over what a change answered: the request is shown at once, all else about it is asked for anew. */
export function useTakeOver() {
  const keys = useKeys();
  const queries = useQueryClient();
  return useCallback(
    (record: DocRequest) => {
      const about = keys.of(record.txnRefNo);
      queries.setQueryData([...about, 'record'], record);
      void queries.invalidateQueries({ queryKey: keys.lists });
      void queries.invalidateQueries({
        queryKey: about,
        predicate: ({ queryKey }) => queryKey.at(about.length) !== 'record',
      });
    },
    [keys, queries],
  );
}
