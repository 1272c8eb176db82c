import { Button } from '@mantine/core';
import { useFormats } from '@/lib/formats';
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

/** A staff request to waive a mandatory document: who and why, and the second person's answers. */
export function Waiver({ document, request, screenId }: Props) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const { answer, busy, fault } = useAnswer(request, screenId);
  const { waiver, documentNo, allowed } = document;
  const who = usePerson(request, [waiver?.by]);
  if (!waiver) return null;
  const answers = [
    { name: 'grant', action: 'answerwaiver', body: { documentNo, granted: true }, words: 'waiverGrant' },
    { name: 'refuse', action: 'answerwaiver', body: { documentNo, granted: false }, words: 'waiverRefuse' },
    { name: 'withdraw', action: 'withdrawwaiver', body: { documentNo }, words: 'waiverWithdraw' },
  ] as const;
  const possible = answers.filter(({ action }) => allowed.includes(action));
  return (
    <div className={`${classes.claim} mt-4 py-8 px-12 text-13 tint-warn rounded`}>
      <p>
        {t('ui.requests.waives', { who: who(waiver.by) })} {waiver.reason && <q>{waiver.reason}</q>}
      </p>
      <p>
        {t('ui.requests.waiverSecond')} <span className="text-12 muted nowrap">{moment(waiver.on)}</span>
      </p>
      {fault && <p role="alert">{fault}</p>}
      {possible.length > 0 && (
        <div className={`${classes.answers} flex wrap mt-8 gap-8`}>
          {possible.map(({ name, action, body, words }) => (
            <Button
              key={name}
              size="xs"
              variant="default"
              loading={busy === name}
              onClick={() => void answer(name, action, body)}
            >
              {t(`ui.requests.${words}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
