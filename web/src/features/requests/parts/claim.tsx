import { Button } from '@mantine/core';
import { useState } from 'react';
import { ApiError, messageOf } from '@/lib/api';
import type { DocRequest, RequestDocument } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { useActions } from '../actions/use-actions';
import { usePerson } from '../data/use-person';
import classes from './parts.module.css';

interface Props {
  document: RequestDocument;
  request: DocRequest;
  screenId: string;
}

/** A party says that a document is not needed: the words, and the two answers. */
export function Claim({ document, request, screenId }: Props) {
  const { t } = useTranslation();
  const { run, renew } = useActions(request, screenId);
  const [busy, setBusy] = useState<boolean | null>(null);
  const [fault, setFault] = useState('');
  const { claim, documentNo, allowed } = document;
  const who = usePerson(request, [claim?.by]);
  if (!claim) return null;
  const answer = async (granted: boolean) => {
    setBusy(granted);
    setFault('');
    try {
      await run('answerclaim', { documentNo, granted });
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 409;
      if (isStale) await renew();
      setFault(isStale ? t('ui.requests.stale') : messageOf(error));
    } finally {
      setBusy(null);
    }
  };
  return (
    <div className={classes.claim}>
      <p>
        {t('ui.requests.claims', { who: who(claim.by) })} <q>{claim.reason}</q>
      </p>
      {fault && <p role="alert">{fault}</p>}
      {allowed.includes('answerclaim') && (
        <div className={classes.answers}>
          <Button size="xs" variant="default" loading={busy === true} onClick={() => void answer(true)}>
            {t('ui.requests.claimGrant')}
          </Button>
          <Button size="xs" variant="default" loading={busy === false} onClick={() => void answer(false)}>
            {t('ui.requests.claimRefuse')}
          </Button>
        </div>
      )}
    </div>
  );
}
