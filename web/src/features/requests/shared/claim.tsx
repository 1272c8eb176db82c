import { Box, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ApiError, messageOf } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import type { DocRequest, RequestDocument } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { useActions } from '../actions/use-actions';
import { usePerson } from '../data/use-request';
import classes from './shared.module.css';

interface Props {
  document: RequestDocument;
  request: DocRequest;
  screenId: string;
}

interface Answer {
  words: string;
  action: 'answerclaim' | 'answerwaiver' | 'withdrawwaiver';
  granted?: boolean;
}

/** A party's claim that a document is not needed: the text, and the two answers. */
export function Claim(props: Props) {
  const { t } = useTranslation();
  const { claim } = props.document;
  const who = usePerson(props.request, [claim?.by]);
  if (!claim) return null;
  return (
    <Question
      {...props}
      answers={[
        { words: 'claimGrant', action: 'answerclaim', granted: true },
        { words: 'claimRefuse', action: 'answerclaim', granted: false },
      ]}
    >
      <p>
        {t('ui.requests.claims', { who: who(claim.by) })} <q>{claim.reason}</q>
      </p>
    </Question>
  );
}

/** A staff request to waive a mandatory document: who and why, and the second person's answers. */
export function Waiver(props: Props) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const { waiver } = props.document;
  const who = usePerson(props.request, [waiver?.by]);
  if (!waiver) return null;
  return (
    <Question
      {...props}
      answers={[
        { words: 'waiverGrant', action: 'answerwaiver', granted: true },
        { words: 'waiverRefuse', action: 'answerwaiver', granted: false },
        { words: 'waiverWithdraw', action: 'withdrawwaiver' },
      ]}
    >
      <p>
        {t('ui.requests.waives', { who: who(waiver.by) })} {waiver.reason && <q>{waiver.reason}</q>}
      </p>
      <p>
        {t('ui.requests.waiverSecond')}{' '}
        <Box component="span" className={looks.nowrap} fz="xs" c="dimmed">
          {moment(waiver.on)}
        </Box>
      </p>
    </Question>
  );
}

/** A question about a document with the answers the server allows. */
function Question({
  document,
  request,
  screenId,
  answers,
  children,
}: Props & { answers: Answer[]; children: ReactNode }) {
  const { t } = useTranslation();
  const { run, renew } = useActions(request, screenId);
  const [busy, setBusy] = useState('');
  const [fault, setFault] = useState('');
  const { documentNo, allowed } = document;
  const possible = answers.filter(({ action }) => allowed.includes(action));
  const answer = async ({ words, action, granted }: Answer) => {
    setBusy(words);
    setFault('');
    try {
      await run(action, granted === undefined ? { documentNo } : { documentNo, granted });
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 409;
      if (isStale) await renew();
      setFault(isStale ? t('ui.requests.stale') : messageOf(error));
    } finally {
      setBusy('');
    }
  };
  return (
    <Box className={classes.claim} mt={4} px={12} py={8} fz="sm" c="var(--warn)" bg="var(--warn-tint)" bdrs="md">
      {children}
      {fault && <p role="alert">{fault}</p>}
      {possible.length > 0 && (
        <Box className={classes.answers} mt={8}>
          {possible.map((each) => (
            <Button
              key={each.words}
              size="xs"
              variant="default"
              loading={busy === each.words}
              onClick={() => void answer(each)}
            >
              {t(`ui.requests.${each.words}`)}
            </Button>
          ))}
        </Box>
      )}
    </Box>
  );
}
