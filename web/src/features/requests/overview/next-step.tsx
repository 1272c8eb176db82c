import { Button } from '@mantine/core';
import { IconCircleCheck, IconEye, IconGavel, IconHourglass, IconSend } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { today } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import type { DocRequest } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { usePerson } from '../data/use-person';
import { isOverdue } from '../model/due';
import { documentsOf, isInReview, isNeeded } from '../model/owing';
import classes from './overview.module.css';

interface Props {
  request: DocRequest;
  /** Link to the review, for users who may. */
  details: string | undefined;
}

const icons = {
  send: IconSend,
  customer: IconHourglass,
  review: IconEye,
  decide: IconGavel,
  none: IconCircleCheck,
};

/** Whose turn it is and for what, in one sentence. */
export function NextStep({ request, details }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { date } = useFormats();
  const { nextAction, transactionStatus } = request;
  const who = usePerson(request, [request.latestActionBy]);
  const documents = documentsOf(request).map(({ document }) => document);
  const mayReview = documents.some(({ allowed }) => allowed.includes('accept') || allowed.includes('reject'));
  const Icon = icons[nextAction];
  const late = nextAction === 'customer' && isOverdue(request, today());
  const isOver = nextAction === 'none' || transactionStatus === 'Expired';
  const ended = isOver ? `ended.${transactionStatus}` : nextAction;
  const sentence = t(`ui.requests.nextText.${ended}`, {
    count: documents.filter(nextAction === 'review' ? isInReview : isNeeded).length,
    day: date(transactionStatus === 'Expired' ? request.expiresOn : request.documentDueDate),
    on: request.closedOn ? date(request.closedOn) : '',
    by: who(request.latestActionBy ?? ''),
    defaultValue: t(`ui.requests.next.${nextAction}`),
  });
  const tone = late ? 'bad' : { none: 'neutral', customer: 'info' }[nextAction as string];
  return (
    <div className={`${classes.next} row wrap mb-16`} data-tone={tone ?? 'brand'}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <p>
        {sentence}
        {late && <strong> {t('ui.requests.overdue')}.</strong>}
        {request.reason && <q className="block muted">{request.reason}</q>}
      </p>
      {mayReview && details && (
        <Button size="xs" className={classes.screenOnly} onClick={() => void navigate({ to: details })}>
          {t('ui.requests.action.review')}
        </Button>
      )}
    </div>
  );
}
