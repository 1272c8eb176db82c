import { Button, Radio, Skeleton, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMail, IconMessage2, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, memo, useMemo } from 'react';
import { DayField } from '@/components/day-field';
import { LoadFailed } from '@/components/empty-state';
import { today } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { type Message, messagesOf, type Reminder, remindersOf } from '../data/calls';
import { TextField } from '../fields/text-field';
import { addingTo, focusNewParty } from '../focus';
import type { Known } from '../model/change';
import { limits, statusChangeTo } from '../model/fields';
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
        <p className={`${classes.hint} m-0 text-13 muted`}>
          {t('ui.wizard.party.most', { count: limits.parties })}
        </p>
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
      className={`${classes.switch} mt-4`}
      label={labelOf(t, name)}
      checked={notification[name]}
      onChange={(event) => acts.notification({ [name]: event.currentTarget.checked })}
    />
  );
  return (
    <>
      <Section title={t('ui.wizard.notification.when')}>
        <div className="fields">
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
        <p className="m-0 mb-8 text-13 muted">{t('ui.wizard.notification.remindersHint')}</p>
        <div className="fields">
          <TextField {...typed('recurringReminderDays')} hint={t('ui.wizard.notification.recurringHint')} />
          <TextField {...typed('reminderDaysBeforeExpiry')} hint={t('ui.wizard.notification.beforeHint')} />
        </div>
        {switches.map(flag)}
      </Section>
      <Section title={t('ui.wizard.notification.tell')}>
        {tellings.map(flag)}
        <Radio.Group
          className="mt-8"
          label={labelOf(t, 'statusChangeTo')}
          value={notification.statusChangeTo}
          onChange={(to) => acts.notification({ statusChangeTo: to as NotificationValues['statusChangeTo'] })}
        >
          <div className={`${classes.radios} flex wrap`}>
            {statusChangeTo.map((to) => (
              <Radio
                key={to}
                value={to}
                label={t(`option.statusChangeTo.${to}`)}
                classNames={{ body: classes.radio }}
              />
            ))}
          </div>
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
      <p className={classes.lead}>{t(isSent ? 'ui.wizard.last.aboutSent' : 'ui.wizard.last.about')}</p>
      <Asked values={values} />
      <PlannedReminders values={values} base={base} isValid={isValid} />
      <div aria-live="polite">
        {isPending && <Skeleton height={180} radius="lg" />}
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <p className={`${classes.hint} m-0 text-13 muted`}>{t('ui.wizard.last.none')}</p>
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
    <article className="py-16 px-20 mb-12 card">
      <header className="gap-4-8 row wrap text-13 muted">
        <Icon size={18} stroke={1.6} aria-hidden />
        <span>{isMail ? t('ui.wizard.party.email') : t('ui.wizard.party.sms')}</span>
        <span className={`${classes.messageTo} medium break`}>{message.to}</span>
        <span className="py-4 px-8 tint-brand pill-shape text-12 medium brand">
          {t(`option.langCode.${message.language}`)}
        </span>
      </header>
      {message.subject && (
        <p className="m-0 mt-8 strong" lang={message.language}>
          {message.subject}
        </p>
      )}
      <p className="m-0 mt-8 break lines-kept" lang={message.language}>
        {message.text}
      </p>
    </article>
  );
}

/** Who is asked for what, in short. */
function Asked({ values }: { values: WizardValues }) {
  const { t } = useTranslation();
  const parties = values.parties.filter((party) => !isAuthorised(party));
  return (
    <section
      className="grid gap-12 mb-16 py-16 px-20 break surface rounded-card"
      aria-label={t('ui.wizard.last.asks')}
    >
      {parties.map((party) => (
        <div key={party.key}>
          <h3 className="m-0 text-14 strong">{partyName(party)}</h3>
          {isSilent(party) && (
            <p className="py-4 px-8 m-0 tint-warn text-13 rounded">{t('ui.wizard.last.silent')}</p>
          )}
          <ul className={classes.askedList}>
            {party.documents.map((document) => (
              <li key={document.key}>
                {document.documentTitle}
                {!document.mandatory && <span className="muted"> ({t('ui.wizard.document.optional')})</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

interface PlannedRemindersProps {
  values: WizardValues;
  /** Set when a stored request is edited. */
  base: Base | undefined;
  /** False while something is missing; the server is not asked then. */
  isValid: boolean;
}

/** The days on which each person would be reminded; the server decides them. */
function PlannedReminders({ values, base, isValid }: PlannedRemindersProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
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
  const day = ({ dueOn, kind }: Reminder) => `${date(dueOn)} (${t(`ui.requests.reminder.kind.${kind}`)})`;
  const people = new Map<number, Reminder[]>();
  for (const one of data ?? []) people.set(one.partySeqNo, [...(people.get(one.partySeqNo) ?? []), one]);
  return (
    <Section title={t('ui.wizard.notification.planned')}>
      <div aria-live="polite" className="text-13">
        {isUnknown && <p className="m-0 muted">{t('ui.wizard.notification.plannedLater')}</p>}
        {!isUnknown && data?.length === 0 && (
          <p className="m-0 muted">{t('ui.wizard.notification.plannedNone')}</p>
        )}
        {!isUnknown &&
          [...people].map(([number, planned]) => (
            <p key={number} className="m-0 mb-8 break">
              <span className="medium">{planned[0]?.partyName}</span>
              <span className="block muted">{planned.map(day).join(' · ')}</span>
            </p>
          ))}
      </div>
    </Section>
  );
}
