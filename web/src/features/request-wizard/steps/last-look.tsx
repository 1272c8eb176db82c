import { Skeleton } from '@mantine/core';
import { IconMail, IconMessage2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LoadFailed } from '@/components/empty-state';
import { useTranslation } from '@/lib/wording';
import { type Message, messagesOf } from '../data/calls';
import { isAuthorised, isSilent, partyName, type WizardValues } from '../model/values';
import { type Base, toBody, versionOf } from '../model/wire';
import classes from '../wizard.module.css';
import { PlannedReminders } from './planned-reminders';

interface Props {
  values: WizardValues;
  /** Set when a stored request is edited. */
  base: Base | undefined;
  isSent: boolean;
  isValid: boolean;
}

/** The final review: the request, and every message as it would be sent now. */
export function LastLook({ values, base, isSent, isValid }: Props) {
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
