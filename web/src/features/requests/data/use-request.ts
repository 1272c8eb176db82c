import { replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { type DocRequest, findRequest } from '@/lib/requests';
import { useKeys } from './keys';
import { onRequestChange } from './live';

/** An answer that was under way during a change is older than what is shown: versions never go back. */
const newer = (shown: unknown, came: unknown) => {
  const [old, next] = [shown as DocRequest | undefined, came as DocRequest];
  return old && old.versionNumber > next.versionNumber ? old : replaceEqualDeep(old, next);
};

/** One whole request, kept current while shown. */
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
        // After a local change the record is already here; related data may still have changed.
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

/** Applies the answer of a change: shows the request at once and refetches the rest. */
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
