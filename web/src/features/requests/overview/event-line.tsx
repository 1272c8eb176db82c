import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '@/lib/formats';
import type { DocRequest } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { remindersOf, sentOf } from '../data/calls';
import { useKeys } from '../data/use-request';
import { eventLine, type Milestone, uploadedOf } from '../model/event-line';
import classes from './event-line.module.css';

interface Props {
  request: DocRequest;
  screenId: string;
}

/** How far the request has come: four milestones, and the reminders between them as dots. */
export function EventLine({ request, screenId }: Props) {
  const { t } = useTranslation();
  const { messages, reminders } = useReminders(request, screenId);
  const line = eventLine(request, messages, reminders);
  const next = line.findIndex((_, at) => line.slice(at).every((later) => !later.at));
  const hasDots = line.some(({ dots }) => dots.length > 0);
  return (
    <Box
      component="section"
      className={`${classes.box} ${looks.card}`}
      mb={24}
      aria-label={t('ui.requests.line.title')}
    >
      <ol className={`${classes.line} ${looks.plainList}`}>
        {line.map((milestone, at) => (
          <Step
            key={milestone.name}
            request={request}
            milestone={milestone}
            state={milestone.at ? 'done' : at === next ? 'next' : 'open'}
          />
        ))}
      </ol>
      {hasDots && (
        <Text className={classes.legend} fz="xs" c="dimmed" aria-hidden>
          <span className={classes.dot} /> {t('ui.requests.line.reminder')}
          <span className={classes.dot} data-planned /> {t('ui.requests.line.planned')}
        </Text>
      )}
    </Box>
  );
}

/** The same answers as in the cards of the people. */
function useReminders(request: DocRequest, screenId: string) {
  const keys = useKeys();
  const { txnRefNo, versionNumber, sentOn, closedOn } = request;
  const about = keys.of(txnRefNo);
  const sent = useQuery({
    queryKey: [...about, 'sent', versionNumber],
    queryFn: async ({ signal }) => (await sentOf(txnRefNo, { signal, screenId, quiet: true })).content,
    enabled: Boolean(sentOn),
  });
  const planned = useQuery({
    queryKey: [...about, 'reminders', versionNumber],
    queryFn: async ({ signal }) => (await remindersOf(txnRefNo, { signal, screenId })).content,
    enabled: Boolean(sentOn) && !closedOn,
  });
  return { messages: sent.data ?? [], reminders: planned.data ?? [] };
}

interface StepProps {
  request: DocRequest;
  milestone: Milestone;
  state: 'done' | 'next' | 'open';
}

function Step({ request, milestone: { name, at, dots }, state }: StepProps) {
  const { t } = useTranslation();
  const { date, moment } = useFormats();
  const isEnd = name === 'decided' && at;
  const about = useAbout(request, name, at);
  return (
    <li className={classes.step} data-state={state} aria-current={state === 'next' ? 'step' : undefined}>
      <span className={classes.mark} data-status={isEnd ? request.transactionStatus : undefined} aria-hidden />
      <span className={classes.track}>
        {dots.map((dot) => (
          <span
            key={`${dot.at} ${dot.isPlanned}`}
            className={classes.dot}
            data-planned={dot.isPlanned || undefined}
            style={{ '--place': `${dot.place * 100}%` } as React.CSSProperties}
            title={t(`ui.requests.line.${dot.isPlanned ? 'plannedOn' : 'remindedOn'}`, {
              on: dot.isPlanned ? date(dot.at) : moment(dot.at),
            })}
          />
        ))}
      </span>
      <Text component="span" className={classes.name} fz="sm" fw={600}>
        {isEnd ? t(`status.${request.transactionStatus}`) : t(`ui.requests.line.${name}`)}
      </Text>
      <Text component="span" fz="xs" c="dimmed">
        {about}
      </Text>
      {dots.length > 0 && (
        <span className={looks.unseen}>
          {dots
            .map(({ at: on, isPlanned }) =>
              t(`ui.requests.line.${isPlanned ? 'plannedOn' : 'remindedOn'}`, { on: date(on.slice(0, 10)) }),
            )
            .join(', ')}
        </span>
      )}
    </li>
  );
}

/** When a milestone was reached, or by when it should be. */
function useAbout(request: DocRequest, name: Milestone['name'], at: string | undefined) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { done, all } = uploadedOf(request);
  const isOpen = request.closedOn === null && request.transactionStatus !== 'Expired';
  const count = name === 'uploaded' ? t('ui.requests.line.documents', { done, all }) : undefined;
  const due = { uploaded: request.documentDueDate, decided: request.expiresOn, sent: null, opened: null }[name];
  const plan =
    !at && isOpen && request.sentOn && due ? t(`ui.requests.line.until.${name}`, { on: date(due) }) : undefined;
  return [at && date(at), count, plan].filter(Boolean).join(' · ') || t('ui.requests.line.notYet');
}
