import { Box, Button, Group } from '@mantine/core';
import {
  IconArrowRight,
  IconCircleCheck,
  IconEye,
  IconFileCertificate,
  IconGavel,
  IconHourglass,
  IconSend,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useBusy } from '@/lib/busy';
import { today } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { useMay, useScreen } from '@/lib/permissions';
import type { DocRequest } from '@/lib/requests';
import { queueScreen } from '@/lib/review-queue';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { shownActions } from '../actions/request-actions';
import { usePerson } from '../data/use-request';
import { documentsOf, isInReview, isOverdue, isOwed } from '../model/owing';
import { useRequestRoutes } from '../request-routes';
import classes from './next-step.module.css';
import { saveEvidence } from './toolbar';

interface Props {
  request: DocRequest;
  /** Opens the documents; undefined where they are shown, or for users who may not see them. */
  onReview: (() => void) | undefined;
}

const icons = {
  send: IconSend,
  customer: IconHourglass,
  review: IconEye,
  decide: IconGavel,
  none: IconCircleCheck,
};

/** Whose turn it is and for what, in one sentence, and what this user can do next. */
export function NextStep({ request, onReview }: Props) {
  const { t } = useTranslation();
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
    count: documents.filter(nextAction === 'review' ? isInReview : isOwed).length,
    day: date(transactionStatus === 'Expired' ? request.expiresOn : request.documentDueDate),
    on: request.closedOn ? date(request.closedOn) : '',
    by: who(request.latestActionBy ?? ''),
    defaultValue: t(`ui.requests.next.${nextAction}`),
  });
  const tone = late ? 'bad' : { none: 'neutral', customer: 'info' }[nextAction as string];
  const isMyTurn = mayReview || shownActions(request).length > 0;
  return (
    <Group
      component="section"
      aria-label={t('ui.requests.nextStep')}
      className={classes.next}
      mb={16}
      data-tone={tone ?? 'turn'}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <p>
        {sentence}
        {late && <strong> {t('ui.requests.overdue')}.</strong>}
        {request.reason && (
          <Box component="q" display="block" c="dimmed">
            {request.reason}
          </Box>
        )}
      </p>
      {mayReview && onReview && (
        <Button size="xs" onClick={onReview}>
          {t('ui.requests.action.review')}
        </Button>
      )}
      {isOver && request.allowed.includes('evidence') && <EvidenceButton txnRefNo={request.txnRefNo} />}
      {!isMyTurn && <OtherWork />}
    </Group>
  );
}

function EvidenceButton({ txnRefNo }: { txnRefNo: string }) {
  const { t } = useTranslation();
  const [isBusy, run] = useBusy();
  return (
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      leftSection={<IconFileCertificate size={16} aria-hidden />}
      onClick={() => void run(() => saveEvidence(txnRefNo))}
    >
      {t('ui.requests.evidence')}
    </Button>
  );
}

/** The list of what waits for this user, once the request does not. */
function OtherWork() {
  const { t } = useTranslation();
  const { list } = useRequestRoutes();
  const queue = useScreen(queueScreen);
  const mayDecide = useMay('approve');
  const decisions =
    mayDecide && list ? { to: list, search: { having: 'decision' }, words: 'ui.requests.toDecide' } : undefined;
  const reviews = queue ? { to: queue.path, search: {}, words: `screen.${queueScreen}` } : undefined;
  const overdue = list ? { to: list, search: { overdue: 'true' }, words: 'ui.requests.toChase' } : undefined;
  const work = decisions ?? reviews ?? overdue;
  if (!work) return null;
  return (
    <Link to={work.to} search={work.search as never} className={`${classes.other} ${looks.textLink}`}>
      {t(work.words)}
      <IconArrowRight size={14} stroke={1.75} aria-hidden />
    </Link>
  );
}
