import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconLinkOff, IconMail, IconPointFilled } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WaitMessage } from '@/components/form-message';
import { PasswordField } from '@/components/password-field';
import { PublicCard, PublicFoot } from '@/components/public-card';
import { PublicFrame } from '@/components/public-frame';
import { ApiError, call, fieldsOf } from '@/lib/api';
import { type DomainEntity, useHostEntity } from '@/lib/host-entity';
import { passwordFault, passwordRules } from '@/lib/password';
import { focusFirst, noErrors, useErrors, useSubmit } from '@/lib/submit';
import { t as now } from '@/lib/wording';
import classes from '../login.module.css';
import { EntityField } from '../place-fields';

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
    <form ref={form} className="grid gap-16" onSubmit={submit} noValidate>
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

/** The spec's rules in its own words, ticked off while typing. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation();
  return (
    <ul id={id} className={`${classes.rules} grid p-0 gap-6 text-13 muted`} aria-label={t('ui.reset.rules')}>
      {passwordRules.map(({ message, holds }) => {
        const isMet = holds(password);
        const Icon = isMet ? IconCheck : IconPointFilled;
        return (
          <li key={message} data-holds={isMet || undefined}>
            <Icon size={15} role="img" aria-label={t(isMet ? 'ui.reset.met' : 'ui.reset.open')} />
            {t(`message.${message}`)}
          </li>
        );
      })}
    </ul>
  );
}

export function ForgotPage() {
  const { t } = useTranslation();
  const hostEntity = useHostEntity();
  const [sentTo, setSentTo] = useState('');
  return (
    <PublicFrame hostEntity={hostEntity}>
      {sentTo ? (
        <Sent userId={sentTo} onAgain={() => setSentTo('')} />
      ) : (
        <PublicCard
          title={t('ui.reset.forgotTitle')}
          text={t('ui.reset.forgotText')}
          banner={hostEntity?.banner}
        >
          <ForgotForm hostEntity={hostEntity} onSent={setSentTo} />
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

/** The same for every user id: nobody learns which users exist. */
function Sent({ userId, onAgain }: { userId: string; onAgain(): void }) {
  const { t } = useTranslation();
  return (
    <PublicCard
      icon={<IconMail size={22} stroke={1.75} aria-hidden />}
      title={t('ui.reset.sentTitle')}
      text={t('ui.reset.sentText', { userId })}
    >
      <p className="m-0 text-13 muted">{t('ui.reset.sentNone')}</p>
      <Button variant="default" fullWidth onClick={onAgain} data-autofocus>
        {t('ui.reset.sentAgain')}
      </Button>
    </PublicCard>
  );
}

interface ForgotPageValues {
  entityCode: string;
  userId: string;
}

interface ForgotPageFormProps {
  hostEntity: DomainEntity | null | undefined;
  onSent(userId: string): void;
}

function ForgotForm({ hostEntity, onSent }: ForgotPageFormProps) {
  const { t } = useTranslation();
  const { values, errors, form, set, submit, ...submission } = useForgot(hostEntity, onSent);
  return (
    <form ref={form} className="grid gap-16" onSubmit={submit} noValidate>
      {submission.message && <WaitMessage message={submission.message} until={submission.waitUntil} />}
      {!hostEntity && (
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
      <Button type="submit" fullWidth loading={submission.busy} disabled={submission.isHeld}>
        {t('ui.reset.send')}
      </Button>
    </form>
  );
}

function useForgot(hostEntity: ForgotPageFormProps['hostEntity'], onSent: ForgotPageFormProps['onSent']) {
  const [typed, setTyped] = useState<ForgotPageValues>({ entityCode: '', userId: '' });
  const { errors, setErrors } = useErrors<keyof ForgotPageValues>();
  const submission = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const values = hostEntity ? { ...typed, entityCode: hostEntity.entityCode } : typed;

  const set = (patch: Partial<ForgotPageValues>) => {
    setTyped((before) => ({ ...before, ...patch }));
    setErrors(noErrors);
  };
  const show = (faults: () => Partial<ForgotPageValues>) => {
    setErrors(faults);
    return focusFirst(form.current, faults());
  };
  const missing = (): Partial<ForgotPageValues> => ({
    ...(!values.entityCode && { entityCode: now('message.select', { label: now('ui.login.entity') }) }),
    ...(!values.userId.trim() && { userId: now('message.enter', { label: now('ui.login.userId') }) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    submission.clear();
    if (show(missing)) return;
    const userId = values.userId.trim();
    const ask = async () => {
      await askForLink({ ...values, userId });
      onSent(userId);
    };
    void submission.run(ask, (error) => show(() => fieldsOf(error)));
  };
  return { ...submission, values, errors, form, set, submit };
}

const openCall = { area: 'sms', anonymous: true, failure: 'inline' } as const;

/** Always succeeds, so that nobody learns which users exist. */
export const askForLink = (body: { entityCode: string; userId: string }) =>
  call({ ...openCall, resource: 'usermaster/forgetpassword', body });

export const resetPassword = (body: { resetToken: string; password: string }) =>
  call({ ...openCall, resource: 'usermaster/resetpassword', body });

/** True when the link was refused, not the password. */
export function isLinkGone(error: unknown) {
  if (!(error instanceof ApiError)) return false;
  return [404, 410].includes(error.status) || 'resetToken' in fieldsOf(error);
}

/** The link carries its token after the #, where no server or log sees it. */
export const tokenOf = (hash: string) => decodeURIComponent(hash.replace(/^#(?:token=)?/, ''));
