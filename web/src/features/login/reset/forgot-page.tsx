import { Button, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WaitMessage } from '@/components/form-message';
import { PublicCard, PublicFoot } from '@/components/public-card';
import { PublicFrame } from '@/components/public-frame';
import { fieldsOf, messageOf, waitOf } from '@/lib/api';
import { useCountdown } from '@/lib/countdown';
import { type DomainEntity, useHouse } from '@/lib/house';
import classes from '../login.module.css';
import { EntityField } from '../place-fields';
import { askForLink } from './calls';

export function ForgotPage() {
  const { t } = useTranslation();
  const house = useHouse();
  const [sentTo, setSentTo] = useState('');
  return (
    <PublicFrame house={house}>
      {sentTo ? (
        <Sent userId={sentTo} onAgain={() => setSentTo('')} />
      ) : (
        <PublicCard
          title={t('ui.reset.forgotTitle')}
          text={t('ui.reset.forgotText')}
          banner={house?.banner}
        >
          <ForgotForm house={house} onSent={setSentTo} />
        </PublicCard>
      )}
      <BackToLogin />
    </PublicFrame>
  );
}

export function BackToLogin() {
  const { t } = useTranslation();
  return (
    <PublicFoot>
      <a className="text-link" href="/auth">
        {t('ui.reset.back')}
      </a>
    </PublicFoot>
  );
}

/** The same for every user id: nobody learns here who exists. */
function Sent({ userId, onAgain }: { userId: string; onAgain(): void }) {
  const { t } = useTranslation();
  return (
    <PublicCard
      icon={<IconMail size={22} stroke={1.75} aria-hidden />}
      title={t('ui.reset.sentTitle')}
      text={t('ui.reset.sentText', { userId })}
    >
      <p className={classes.help}>{t('ui.reset.sentNone')}</p>
      <Button variant="default" fullWidth onClick={onAgain} data-autofocus>
        {t('ui.reset.sentAgain')}
      </Button>
    </PublicCard>
  );
}

interface Values {
  entityCode: string;
  userId: string;
}

interface FormProps {
  house: DomainEntity | null | undefined;
  onSent(userId: string): void;
}

function ForgotForm({ house, onSent }: FormProps) {
  const { t } = useTranslation();
  const { values, errors, message, waitUntil, isHeld, busy, set, submit } = useForgot(house, onSent);
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {message && <WaitMessage message={message} until={waitUntil} />}
      {!house && (
        <EntityField
          value={values.entityCode}
          error={errors.entityCode}
          onChange={(entityCode) => set({ entityCode })}
        />
      )}
      <TextInput
        name="userId"
        label={t('ui.login.userId')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={values.userId}
        error={errors.userId}
        onChange={(event) => set({ userId: event.currentTarget.value })}
      />
      <Button type="submit" fullWidth loading={busy} disabled={isHeld}>
        {t('ui.reset.send')}
      </Button>
    </form>
  );
}

function useForgot(house: DomainEntity | null | undefined, onSent: (userId: string) => void) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Values>({ entityCode: '', userId: '' });
  const [errors, setErrors] = useState<Partial<Values>>({});
  const [message, setMessage] = useState('');
  const [waitUntil, setWaitUntil] = useState(0);
  const [busy, setBusy] = useState(false);
  const isHeld = useCountdown(waitUntil) > 0;
  const values = house ? { ...typed, entityCode: house.entityCode } : typed;

  const set = (patch: Partial<Values>) => {
    setTyped((before) => ({ ...before, ...patch }));
    setErrors({});
  };
  const missing = (): Partial<Values> => ({
    ...(!values.entityCode && { entityCode: t('message.select', { label: t('ui.login.entity') }) }),
    ...(!values.userId.trim() && { userId: t('message.enter', { label: t('ui.login.userId') }) }),
  });
  const fail = (error: unknown) => {
    setErrors(fieldsOf(error));
    setMessage(messageOf(error));
    setWaitUntil(Date.now() + waitOf(error) * 1000);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const faults = missing();
    setErrors(faults);
    setMessage('');
    const [first] = Object.keys(faults);
    if (first) return form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    if (busy || isHeld) return;
    setBusy(true);
    const userId = values.userId.trim();
    await askForLink({ ...values, userId })
      .then(() => onSent(userId), fail)
      .finally(() => setBusy(false));
  };
  return { values, errors, message, waitUntil, isHeld, busy, set, submit };
}
