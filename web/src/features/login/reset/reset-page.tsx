import { Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WaitMessage } from '@/components/form-message';
import { PublicCard } from '@/components/public-card';
import { PublicFrame } from '@/components/public-frame';
import { fieldsOf, messageOf, waitOf } from '@/lib/api';
import { useCountdown } from '@/lib/countdown';
import { useHouse } from '@/lib/house';
import { passwordFault } from '@/lib/password';
import classes from '../login.module.css';
import { PasswordField } from '../password-field';
import { isLinkGone, resetPassword, tokenOf } from './calls';
import { BackToLogin } from './forgot-page';
import { PasswordRules } from './password-rules';

export function ResetPage({ onDone }: { onDone(): void }) {
  const { t } = useTranslation();
  const house = useHouse();
  const [resetToken] = useState(() => tokenOf(window.location.hash));
  const [isGone, setIsGone] = useState(resetToken === '');
  return (
    <PublicFrame house={house}>
      {isGone ? (
        <Gone />
      ) : (
        <PublicCard title={t('ui.reset.resetTitle')} text={t('ui.reset.resetText')} banner={house?.banner}>
          <ResetForm resetToken={resetToken} onDone={onDone} onGone={() => setIsGone(true)} />
        </PublicCard>
      )}
      <BackToLogin />
    </PublicFrame>
  );
}

function Gone() {
  const { t } = useTranslation();
  return (
    <PublicCard
      icon={<IconLinkOff size={22} stroke={1.75} aria-hidden />}
      title={t('ui.reset.goneTitle')}
      text={t('ui.reset.goneText')}
    >
      <Button component="a" href="/auth/forgot" fullWidth>
        {t('ui.reset.goneAgain')}
      </Button>
    </PublicCard>
  );
}

interface FormProps {
  resetToken: string;
  onDone(): void;
  onGone(): void;
}

function ResetForm(props: FormProps) {
  const { t } = useTranslation();
  const rules = useId();
  const { values, errors, message, waitUntil, isHeld, busy, form, set, submit } = useReset(props);
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {message && <WaitMessage message={message} until={waitUntil} />}
      <PasswordField
        name="password"
        label={t('ui.reset.password')}
        autoComplete="new-password"
        value={values.password}
        error={errors.password}
        describedBy={rules}
        onChange={(password) => set({ password })}
      />
      <PasswordRules id={rules} password={values.password} />
      <PasswordField
        name="repeat"
        label={t('ui.reset.repeat')}
        autoComplete="new-password"
        value={values.repeat}
        error={errors.repeat}
        onChange={(repeat) => set({ repeat })}
      />
      <Button type="submit" fullWidth loading={busy} disabled={isHeld}>
        {t('ui.reset.submit')}
      </Button>
    </form>
  );
}

interface Values {
  password: string;
  repeat: string;
}

function useReset({ resetToken, onDone, onGone }: FormProps) {
  const { t } = useTranslation();
  const [values, setValues] = useState<Values>({ password: '', repeat: '' });
  const [errors, setErrors] = useState<Partial<Values>>({});
  const [message, setMessage] = useState('');
  const [waitUntil, setWaitUntil] = useState(0);
  const [busy, setBusy] = useState(false);
  const isHeld = useCountdown(waitUntil) > 0;
  const form = useRef<HTMLFormElement>(null);

  const set = (patch: Partial<Values>) => {
    setValues((before) => ({ ...before, ...patch }));
    setErrors({});
  };
  const faultsOf = ({ password, repeat }: Values): Partial<Values> => {
    if (!password) return { password: t('message.passwordRequired') };
    const fault = passwordFault(password);
    if (fault) return { password: t(`message.${fault}`) };
    return password === repeat ? {} : { repeat: t('ui.reset.mismatch') };
  };
  const show = (faults: Partial<Values>) => {
    setErrors(faults);
    const [first] = Object.keys(faults);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    return first !== undefined;
  };
  const fail = (error: unknown) => {
    if (isLinkGone(error)) return onGone();
    if (!show(fieldsOf(error))) setMessage(messageOf(error));
    setWaitUntil(Date.now() + waitOf(error) * 1000);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMessage('');
    if (busy || isHeld || show(faultsOf(values))) return;
    setBusy(true);
    await resetPassword({ resetToken, password: values.password })
      .then(onDone, fail)
      .finally(() => setBusy(false));
  };
  return { values, errors, message, waitUntil, isHeld, busy, form, set, submit };
}
