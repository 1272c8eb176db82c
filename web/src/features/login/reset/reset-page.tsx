import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconLinkOff, IconMail, IconPointFilled } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, missing, SubmitButton, useForm } from '@/components/form';
import { PasswordField } from '@/components/form/password-field';
import { PublicCard, PublicFoot, PublicFrame } from '@/components/public-page';
import { ApiError, call, fieldsOf } from '@/lib/api';
import { type DomainEntity, useHostEntity } from '@/lib/host-entity';
import { passwordFault, passwordRules } from '@/lib/password';
import { t as now } from '@/lib/wording';
import { EntityField } from '@/shared/entity-field';
import classes from '../login.module.css';

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

function ResetForm({ resetToken, onDone, onGone }: FormProps) {
  const { t } = useTranslation();
  const rules = useId();
  const form = useForm({
    blank: { password: '', repeat: '' },
    check: ({ password, repeat }) => {
      if (!password) return { password: now('message.passwordRequired') };
      const fault = passwordFault(password);
      if (fault) return { password: now(`message.${fault}`) };
      return password === repeat ? {} : { repeat: now('ui.reset.mismatch') };
    },
    run: async ({ password }) => {
      await resetPassword({ resetToken, password });
      onDone();
    },
    onFailed: (error) => {
      const isGone = isLinkGone(error);
      if (isGone) onGone();
      return isGone;
    },
  });
  const { password, repeat } = form.values;
  return (
    <Form form={form}>
      <PasswordField
        {...form.choice('password')}
        label={t('ui.reset.password')}
        autoComplete="new-password"
        describedBy={rules}
        // The error under the repetition is about both.
        onChange={(next) => form.set({ password: next, repeat })}
      />
      <PasswordRules id={rules} password={password} />
      <PasswordField {...form.choice('repeat')} label={t('ui.reset.repeat')} autoComplete="new-password" />
      <SubmitButton form={form} fullWidth>
        {t('ui.reset.submit')}
      </SubmitButton>
    </Form>
  );
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

interface ForgotProps {
  hostEntity: DomainEntity | null | undefined;
  onSent(userId: string): void;
}

function ForgotForm({ hostEntity, onSent }: ForgotProps) {
  const { t } = useTranslation();
  const form = useForm({
    blank: { entityCode: '', userId: '' },
    check: ({ entityCode, userId }) => ({
      ...(!hostEntity && !entityCode && missing(['entityCode'], () => now('ui.login.entity'), 'select')),
      ...(!userId.trim() && missing(['userId'], () => now('ui.login.userId'))),
    }),
    run: async ({ entityCode, userId }) => {
      await askForLink({ entityCode: hostEntity?.entityCode ?? entityCode, userId: userId.trim() });
      onSent(userId.trim());
    },
  });
  return (
    <Form form={form}>
      {!hostEntity && <EntityField {...form.choice('entityCode')} />}
      <TextInput
        {...form.text('userId')}
        label={t('ui.login.userId')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SubmitButton form={form} fullWidth>
        {t('ui.reset.send')}
      </SubmitButton>
    </Form>
  );
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
