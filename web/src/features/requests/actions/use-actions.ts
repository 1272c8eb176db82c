import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ActionName, act, type DocRequest, type RequestActionCall } from '@/lib/requests';
import { useKeys, useTakeOver } from '../data/use-request';

/** Runs an action on the shown request and shows the answer at once. */
export function useActions(request: DocRequest, screenId: string) {
  const takeOver = useTakeOver();
  const keys = useKeys();
  const queries = useQueryClient();
  const { txnRefNo, versionNumber } = request;
  const run = useCallback(
    async (action: ActionName, body: Omit<RequestActionCall, 'action'> = {}) => {
      const record = await act(action, { txnRefNo, versionNumber, ...body }, { screenId, failure: 'inline' });
      takeOver(record);
    },
    [screenId, takeOver, txnRefNo, versionNumber],
  );
  const renew = useCallback(
    () => queries.invalidateQueries({ queryKey: keys.of(txnRefNo) }),
    [keys, queries, txnRefNo],
  );
  return { run, renew };
}
