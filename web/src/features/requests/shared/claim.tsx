import { Button } from '@mantine/core';
import type { DocRequest, RequestDocument } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { usePerson } from '../data/use-person';
import classes from './shared.module.css';
import { useAnswer } from './use-answer';

interface Props {
  document: RequestDocument;
  request: DocRequest;
  screenId: string;
}

/** A party's claim that a document is not needed: the text, and the two answers. */
export function Claim({ document, request, screenId }: Props) {
  const { t } = useTranslation();
  const { answer, busy, fault } = useAnswer(request, screenId);
  const { claim, documentNo, allowed } = document;
  const who = usePerson(request, [claim?.by]);
  if (!claim) return null;
  return (
    <div className={`${classes.claim} mt-4 py-8 px-12 text-13 tint-warn rounded`}>
      <p>
        {t('ui.requests.claims', { who: who(claim.by) })} <q>{claim.reason}</q>
      </p>
      {fault && <p role="alert">{fault}</p>}
      {allowed.includes('answerclaim') && (
        <div className={`${classes.answers} flex wrap mt-8 gap-8`}>
          <Button
            size="xs"
            variant="default"
            loading={busy === 'grant'}
            onClick={() => void answer('grant', 'answerclaim', { documentNo, granted: true })}
          >
            {t('ui.requests.claimGrant')}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={busy === 'refuse'}
            onClick={() => void answer('refuse', 'answerclaim', { documentNo, granted: false })}
          >
            {t('ui.requests.claimRefuse')}
          </Button>
        </div>
      )}
    </div>
  );
}
