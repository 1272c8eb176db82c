import { Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WaitMessage } from '@/components/form-message';
import { PasswordField } from '@/components/password-field';
import { PublicCard } from '@/components/public-card';
import { PublicFrame } from '@/components/public-frame';
import { fieldsOf } from '@/lib/api';
import { useHostEntity } from '@/lib/host-entity';
import { passwordFault } from '@/lib/password';
import { focusFirst, noErrors, useErrors, useSubmit } from '@/lib/submit';
import { t as now } from '@/lib/wording';
import classes from '../login.module.css';
import { isLinkGone, resetPassword, tokenOf } from './calls';
import { BackToLogin } from './forgot-page';
import { PasswordRules } from './password-rules';

export function ResetPage({ onDone }: { onDone(): void }) {
  const { t } = useTranslation();
  const hostEntity = useHostEntity();
  const [resetToken] = useState(() => tokenOf(window.location.hash));
  const [isGone, setIsGone] = useState(resetToken === '');
  return (
    <PublicFrame hostEntity={hostEntity}>
      {isGone ? (
        <Gone />
      ) : (
        <PublicCard
          title={t('ui.reset.resetTitle')}
          text={t('ui.reset.resetText')}
          banner={hostEntity?.banner}
        >
          <ResetForm resetToken={resetToken} onDone={onDone} onGone={() => setIsGone(true)} />
        </PublicCard>
      )}
      <BackToLogin />
    </PublicFrame>
  );
}

/** An administrator set the password: the user must choose another first. */
export function ChangePassword(props: FormProps) {
  const { t } = useTranslation();
  return (
    <PublicCard title={t('ui.reset.changeTitle')} text={t('ui.reset.changeText')}>
      <ResetForm {...props} />
    </PublicCard>
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
  const { values, errors, form, set, submit, ...submission } = useReset(props);
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {submission.message && <WaitMessage message={submission.message} until={submission.waitUntil} />}
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
      <Button type="submit" fullWidth loading={submission.busy} disabled={submission.isHeld}>
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
  const [values, setValues] = useState<Values>({ password: '', repeat: '' });
  const { errors, setErrors } = useErrors<keyof Values>();
  const submission = useSubmit();
  const form = useRef<HTMLFormElement>(null);

  const set = (patch: Partial<Values>) => {
    setValues((before) => ({ ...before, ...patch }));
    setErrors(noErrors);
  };
  const faultsOf = ({ password, repeat }: Values): Partial<Values> => {
    if (!password) return { password: now('message.passwordRequired') };
    const fault = passwordFault(password);
    if (fault) return { password: now(`message.${fault}`) };
    return password === repeat ? {} : { repeat: now('ui.reset.mismatch') };
  };
  const show = (faults: () => Partial<Values>) => {
    setErrors(faults);
    return focusFirst(form.current, faults());
  };
  const fail = (error: unknown) => {
    const isGone = isLinkGone(error);
    if (isGone) onGone();
    return isGone || show(() => fieldsOf(error));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    submission.clear();
    if (show(() => faultsOf(values))) return;
    const reset = async () => {
      await resetPassword({ resetToken, password: values.password });
      onDone();
    };
    void submission.run(reset, fail);
  };
  return { ...submission, values, errors, form, set, submit };
}
