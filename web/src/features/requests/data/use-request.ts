import { replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { onRequestChange } from '@/lib/live';
import { renewing } from '@/lib/live-queries';
import { type DocRequest, findRequest, type StoredFile } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { isSystem, nameOf } from '../model/owing';
import type { FileAt } from './calls';
import { useNames } from './use-choices';

/** An answer that was under way during a change is older than what is shown: versions never go back. */
const newer = (shown: unknown, came: unknown) => {
  const [old, next] = [shown as DocRequest | undefined, came as DocRequest];
  return old && old.versionNumber > next.versionNumber ? old : replaceEqualDeep(old, next);
};

const isChecking = ({ parties }: DocRequest) =>
  parties.some(({ documents }) => documents.some(({ verification }) => verification.verdict === 'Waiting'));

/** One whole request, kept current while shown. */
export function useRequest(txnRefNo: string, screenId: string) {
  const keys = useKeys();
  const queries = useQueryClient();
  const answer = useQuery({
    queryKey: [...keys.of(txnRefNo), 'record'],
    queryFn: (context) => findRequest(txnRefNo, { ...renewing(context), screenId }),
    refetchOnMount: 'always',
    structuralSharing: newer,
  });
  // A verdict does not change the version of a request.
  const seen = answer.data && isChecking(answer.data) ? undefined : answer.data?.versionNumber;
  const customer = answer.data?.customerReference;
  useEffect(
    () =>
      onRequestChange((change) => {
        const isOfCustomer = change?.customerReference && change.customerReference === customer;
        if (change && change.txnRefNo !== txnRefNo && !isOfCustomer) return;
        // After a local change the record is already here; related data may still have changed.
        const isKnown = change?.versionNumber !== undefined && change.versionNumber === seen;
        const about = keys.of(txnRefNo);
        void queries.invalidateQueries({
          queryKey: about,
          predicate: ({ queryKey }) => !isKnown || queryKey.at(about.length) !== 'record',
        });
      }),
    [customer, keys, queries, seen, txnRefNo],
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

/** Cache keys include the user and place: no session sees what another one fetched. */
export function useKeys() {
  const { entityCode, tenantCode, userId } = useAuth();
  return useMemo(() => {
    const root = ['requests', entityCode, tenantCode, userId];
    return {
      root,
      lists: [...root, 'list'],
      views: [...root, 'views'],
      /** All about one request. */
      of: (txnRefNo: string) => [...root, 'one', txnRefNo],
    };
  }, [entityCode, tenantCode, userId]);
}

export type Keys = ReturnType<typeof useKeys>;

/** One page of a stored file as a picture; another one once the automatic check has covered a number on it. */
export const previewKey = (keys: Keys, at: FileAt, { isMasked, isOriginalOnly }: StoredFile, page: number) => [
  ...keys.root,
  'preview',
  at.txnRefNo,
  at.documentNo,
  at.fileId,
  isMasked,
  isOriginalOnly,
  page,
];

/** People by login id: a party by name, staff by name where readable, with the id. */
export function usePerson(request: DocRequest, ids: (string | null | undefined)[]) {
  const { t } = useTranslation();
  const { parties } = request;
  const partyOf = useMemo(() => {
    const named = parties.flatMap((party) =>
      [party.emailAddress, party.mobileNumber].map((id) => [id, nameOf(party)] as const),
    );
    const names = new Map(named.filter(([id]) => id));
    return (id: string) => names.get(id);
  }, [parties]);
  const staff = useNames(
    'usermaster',
    'userId',
    ids.filter((id) => id && !isSystem(id) && !partyOf(id)),
  );
  return useMemo(
    () => (id: string) => {
      if (isSystem(id)) return t('ui.master.history.system');
      const label = staff(id);
      return partyOf(id) ?? (label === id ? id : `${label.slice(0, -id.length - 3)} (${id})`);
    },
    [partyOf, staff, t],
  );
}
