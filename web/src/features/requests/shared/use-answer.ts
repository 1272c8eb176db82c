import { useState } from 'react';
import { ApiError, messageOf } from '@/lib/api';
import type { ActionName, DocRequest } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { useActions } from '../actions/use-actions';

/** One answer to a question about a document: which is running, and what failed. */
export function useAnswer(request: DocRequest, screenId: string) {
  const { t } = useTranslation();
  const { run, renew } = useActions(request, screenId);
  const [busy, setBusy] = useState('');
  const [fault, setFault] = useState('');
  const answer = async (
    name: string,
    action: ActionName,
    body: { documentNo: number; granted?: boolean },
  ) => {
    setBusy(name);
    setFault('');
    try {
      await run(action, body);
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 409;
      if (isStale) await renew();
      setFault(isStale ? t('ui.requests.stale') : messageOf(error));
    } finally {
      setBusy('');
    }
  };
  return { answer, busy, fault };
}
