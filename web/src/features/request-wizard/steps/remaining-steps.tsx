import { Box, Button, Flex, Radio, Skeleton, Switch, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMail, IconMessage2, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, memo, useMemo } from 'react';
import { DayField } from '@/components/day-field';
import { LoadFailed } from '@/components/empty-state';
import { today } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import looks from '@/lib/theme/looks.module.css';
import { useLanguage, useTranslation } from '@/lib/wording';
import { type Message, messagesOf, type Reminder, remindersOf } from '../data/calls';
import { TextField } from '../fields/text-field';
import { addingTo, focusNewParty } from '../focus';
import type { Known } from '../model/change';
import { limits, statusChangeTo } from '../model/fields';
import { stepsIn } from '../model/planned';
import {
  isAuthorised,
  isSilent,
  type NotificationValues,
  type PartyValues,
  partyName,
  type WizardValues,
} from '../model/values';
import { type Base, toBody, versionOf } from '../model/wire';
import type { Acts } from '../use-wizard';
import classes from '../wizard.module.css';
import { labelOf, useError } from '../words';
import { PartyCard } from './party-card';
import { Section } from './section';

interface Props {
  step: number;
  parties: ComponentProps<typeof PartiesStep>;
  notification: ComponentProps<typeof NotificationStep>;
  look: ComponentProps<typeof LastLook>;
}

/** All steps after the first, fetched while the user fills that in. */
export default function RemainingSteps({ step, parties, notification, look }: Props) {
  if (step === 1) return <PartiesStep {...parties} />;
  if (step === 2) {
    return (
      <>
        <NotificationStep {...notification} />
        <PlannedReminders values={look.values} base={look.base} isValid={look.isValid} />
      </>
    );
  }
  return <LastLook {...look} />;
}

interface PartiesStepProps {
  parties: PartyValues[];
  acts: Acts;
  /** The documents the templates propose for this kind of request. */
  proposed: Known[];
}

/** All parties and their documents; authorised parties follow the one that authorised them. */
const PartiesStep = memo(function PartiesStep({ parties, acts, proposed }: PartiesStepProps) {
  const { t } = useTranslation();
  const own = parties.filter((party) => !isAuthorised(party));
  const isFull = parties.length >= limits.parties;
  const add = () => {
    acts.addParty();
    focusNewParty(parties.length);
  };
  return (
    <>
      {own.map((party, number) => (
        <PartyCard
          key={party.key}
          party={party}
          at={parties.indexOf(party)}
          number={number + 1}
          parties={parties}
          acts={acts}
          proposed={proposed}
        />
      ))}
      <Button
        variant="default"
        data-field={addingTo(null)}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={add}
        disabled={isFull}
      >
        {t('ui.wizard.party.add')}
      </Button>
      {isFull && (
        <Text className={classes.hint} fz="sm" c="dimmed">
          {t('ui.wizard.party.most', { count: limits.parties })}
        </Text>
      )}
    </>
  );
});

interface NotificationStepProps {
  notification: NotificationValues;
  /** The expiry date, if it can be computed. */
  expiresOn: string | undefined;
  /** Once sent, a request is extended, not edited. */
  isSent: boolean;
  acts: Acts;
}

const switches = ['reminderOnExpiryDate'] as const;
const tellings = ['notifyAllParties', 'notifyAuthorisedParties'] as const;

const NotificationStep = memo(function NotificationStep({
  notification,
  expiresOn,
  isSent,
  acts,
}: NotificationStepProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const due = useError('documentDueDate');
  const typed = (name: 'recurringReminderDays' | 'reminderDaysBeforeExpiry' | 'expiryDays') => ({
    path: name === 'expiryDays' ? name : `notification.${name}`,
    value: notification[name],
    onChange: (value: string) => acts.notification({ [name]: value }),
    kind: 'number' as const,
    max: 4,
    required: true,
  });
  const flag = (name: (typeof switches)[number] | (typeof tellings)[number]) => (
    <Switch
      key={name}
      className={classes.switch}
      label={labelOf(t, name)}
      checked={notification[name]}
      onChange={(event) => acts.notification({ [name]: event.currentTarget.checked })}
    />
  );
  return (
    <>
      <Section title={t('ui.wizard.notification.when')}>
        <div className={looks.fields}>
          <DayField
            data-field="documentDueDate"
            label={labelOf(t, 'documentDueDate')}
            withAsterisk
            value={notification.documentDueDate}
            onChange={(documentDueDate) => acts.notification({ documentDueDate })}
            min={today()}
            error={due}
          />
          <TextField
            {...typed('expiryDays')}
            isLocked={isSent}
            hint={expiresOn && t('ui.wizard.notification.expiresOn', { day: date(expiresOn) })}
          />
        </div>
      </Section>
      <Section title={t('ui.wizard.notification.reminders')}>
        <Text mb={8} fz="sm" c="dimmed">
          {t('ui.wizard.notification.remindersHint')}
        </Text>
        <div className={looks.fields}>
          <TextField {...typed('recurringReminderDays')} hint={t('ui.wizard.notification.recurringHint')} />
          <TextField {...typed('reminderDaysBeforeExpiry')} hint={t('ui.wizard.notification.beforeHint')} />
        </div>
        {switches.map(flag)}
      </Section>
      <Section title={t('ui.wizard.notification.tell')}>
        {tellings.map(flag)}
        <Radio.Group
          mt={8}
          label={labelOf(t, 'statusChangeTo')}
          value={notification.statusChangeTo}
          onChange={(to) => acts.notification({ statusChangeTo: to as NotificationValues['statusChangeTo'] })}
        >
          <Flex gap="8px 24px" pt={4} wrap="wrap">
            {statusChangeTo.map((to) => (
              <Radio
                key={to}
                value={to}
                label={t(`option.statusChangeTo.${to}`)}
                classNames={{ body: classes.radio }}
              />
            ))}
          </Flex>
        </Radio.Group>
      </Section>
    </>
  );
});

interface LastLookProps {
  values: WizardValues;
  /** Set when a stored request is edited. */
  base: Base | undefined;
  isSent: boolean;
  isValid: boolean;
}

/** The final review: the request, and every message as it would be sent now. */
function LastLook({ values, base, isSent, isValid }: LastLookProps) {
  const { t } = useTranslation();
  const body = useMemo(() => ({ ...toBody(values), ...versionOf(base) }), [values, base]);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['request-messages', JSON.stringify(body)],
    queryFn: ({ signal }) => messagesOf(body, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <>
      <Box component="p" mt={-12} mx={0} mb={16} c="dimmed">
        {t(isSent ? 'ui.wizard.last.aboutSent' : 'ui.wizard.last.about')}
      </Box>
      <Asked values={values} />
      <PlannedReminders values={values} base={base} isValid={isValid} />
      <div aria-live="polite">
        {isPending && <Skeleton height={180} radius="lg" />}
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <Text className={classes.hint} fz="sm" c="dimmed">
            {t('ui.wizard.last.none')}
          </Text>
        )}
        {data?.map((message, at) => (
          <MessageCard key={`${message.partySeqNo} ${message.channel} ${at}`} message={message} />
        ))}
      </div>
    </>
  );
}

function MessageCard({ message }: { message: Message }) {
  const { t } = useTranslation();
  const isMail = /mail/i.test(message.channel);
  const Icon = isMail ? IconMail : IconMessage2;
  return (
    <Box component="article" className={looks.card} mb={12} px={20} py={16}>
      <Flex component="header" wrap="wrap" align="center" gap="4px 8px" fz="sm" c="dimmed">
        <Icon size={18} stroke={1.6} aria-hidden />
        <span>{isMail ? t('ui.wizard.party.email') : t('ui.wizard.party.sms')}</span>
        <Box component="span" className={looks.break} flex="1 1 auto" c="var(--ink)" fw={500}>
          {message.to}
        </Box>
        <Box
          component="span"
          px={8}
          py={4}
          fz="xs"
          fw={500}
          c="var(--brand-text)"
          bg="var(--brand-tint)"
          bdrs="var(--radius-pill)"
        >
          {t(`option.langCode.${message.language}`)}
        </Box>
      </Flex>
      {message.subject && (
        <Text mt={8} fw={600} inherit lang={message.language}>
          {message.subject}
        </Text>
      )}
      <Text className={`${looks.break} ${looks.linesKept}`} mt={8} inherit lang={message.language}>
        {message.text}
      </Text>
    </Box>
  );
}

/** Who is asked for what, in short. */
function Asked({ values }: { values: WizardValues }) {
  const { t } = useTranslation();
  const parties = values.parties.filter((party) => !isAuthorised(party));
  return (
    <Flex
      component="section"
      className={looks.break}
      direction="column"
      gap={12}
      mb={16}
      px={20}
      py={16}
      bg="var(--surface)"
      bdrs="var(--radius-card)"
      aria-label={t('ui.wizard.last.asks')}
    >
      {parties.map((party) => (
        <div key={party.key}>
          <Text component="h3" fz="md" fw={600}>
            {partyName(party)}
          </Text>
          {isSilent(party) && (
            <Text px={8} py={4} fz="sm" c="var(--warn)" bg="var(--warn-tint)" bdrs="md">
              {t('ui.wizard.last.silent')}
            </Text>
          )}
          <Box component="ul" mt={4} mx={0} mb={0} ps={20} c="var(--ink)">
            {party.documents.map((document) => (
              <li key={document.key}>
                {document.documentTitle}
                {!document.mandatory && (
                  <Box component="span" c="dimmed">
                    {' '}
                    ({t('ui.wizard.document.optional')})
                  </Box>
                )}
              </li>
            ))}
          </Box>
        </div>
      ))}
    </Flex>
  );
}

interface PlannedRemindersProps {
  values: WizardValues;
  /** Set when a stored request is edited. */
  base: Base | undefined;
  /** False while something is missing; the server is not asked then. */
  isValid: boolean;
}

/** Days of reminders in a sentence: as steps where they are equal, otherwise one by one. */
function usePlannedText() {
  const { t } = useTranslation();
  const { date } = useFormats();
  const language = useLanguage();
  const listed = (days: string[]) => new Intl.ListFormat(language, { style: 'long' }).format(days.map(date));
  return (days: string[]) => {
    const steps = stepsIn(days);
    if (!steps) return listed(days);
    const every = t('ui.wizard.notification.every', { count: steps.step, day: date(steps.first) });
    return steps.rest.length > 0 ? t('ui.wizard.notification.then', { every, days: listed(steps.rest) }) : every;
  };
}

/** The days on which each person would be reminded; the server decides them. */
function PlannedReminders({ values, base, isValid }: PlannedRemindersProps) {
  const { t } = useTranslation();
  const textOf = usePlannedText();
  const [typed] = useDebouncedValue(JSON.stringify({ ...toBody(values), ...versionOf(base) }), 300);
  const { data, error } = useQuery({
    queryKey: ['request-reminders', typed],
    queryFn: ({ signal }) => remindersOf(JSON.parse(typed), signal),
    enabled: isValid,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const isUnknown = !isValid || error !== null;
  const people = new Map<number, Reminder[]>();
  for (const one of data ?? []) people.set(one.partySeqNo, [...(people.get(one.partySeqNo) ?? []), one]);
  return (
    <Section title={t('ui.wizard.notification.planned')}>
      <Box aria-live="polite" fz="sm">
        {isUnknown && (
          <Text c="dimmed" inherit>
            {t('ui.wizard.notification.plannedLater')}
          </Text>
        )}
        {!isUnknown && data?.length === 0 && (
          <Text c="dimmed" inherit>
            {t('ui.wizard.notification.plannedNone')}
          </Text>
        )}
        {!isUnknown &&
          [...people].map(([number, planned]) => (
            <Text key={number} className={looks.break} mb={8} inherit>
              <Box component="span" fw={500}>
                {planned[0]?.partyName}
              </Box>
              <Box component="span" display="block" c="dimmed">
                {textOf(planned.map(({ dueOn }) => dueOn))}
              </Box>
            </Text>
          ))}
      </Box>
    </Section>
  );
}
