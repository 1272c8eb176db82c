import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { toast } from '@/lib/feedback';
import { type ActionName, act, type DocRequest, type RequestActionCall } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { useKeys, useTakeOver } from '../data/use-request';
import { useActionText } from '../shared/words';

/** Runs an action on the shown request and shows the answer at once. */
export function useActions(request: DocRequest, screenId: string) {
  const takeOver = useTakeOver();
  const keys = useKeys();
  const { t } = useTranslation();
  const did = useActionText();
  const queries = useQueryClient();
  const { txnRefNo, versionNumber } = request;
  const run = useCallback(
    async (action: ActionName, body: Omit<RequestActionCall, 'action'> = {}) => {
      const record = await act(
        action,
        { txnRefNo, versionNumber, ...body },
        { screenId, failure: 'inline', success: 'none' },
      );
      takeOver(record);
      toast(t('ui.requests.acted', { message: t('message.EnTxn0019'), what: did(action) }));
    },
    [screenId, takeOver, txnRefNo, versionNumber, t, did],
  );
  const renew = useCallback(
    () => queries.invalidateQueries({ queryKey: keys.of(txnRefNo) }),
    [keys, queries, txnRefNo],
  );
  return { run, renew };
}
