import { replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { type DocRequest, findRequest } from '@/lib/requests';
import { useKeys } from './keys';
import { onRequestChange } from './live';

/** An answer that was on its way while a change was made knows less than what is shown: versions never go back. */
const newer = (shown: unknown, came: unknown) => {
  const [old, next] = [shown as DocRequest | undefined, came as DocRequest];
  return old && old.versionNumber > next.versionNumber ? old : replaceEqualDeep(old, next);
};

/** One request, whole, kept fresh while it is looked at. */
export function useRequest(txnRefNo: string, screenId: string) {
  const keys = useKeys();
  const queries = useQueryClient();
  const answer = useQuery({
    queryKey: [...keys.of(txnRefNo), 'record'],
    queryFn: ({ signal }) => findRequest(txnRefNo, { signal, screenId }),
    refetchOnMount: 'always',
    structuralSharing: newer,
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
