import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, FormMessage, NativeChoice, PlainField, Retry, SubmitButton } from '@/components/form';
import { PasswordField } from '@/components/form/password-field';
import { PublicCard, PublicFoot, PublicFrame } from '@/components/public-page';
import { domain } from '@/lib/api';
import { tenants } from '@/lib/directory';
import { useHostEntity } from '@/lib/host-entity';
import { type Loaded, useLoaded } from '@/lib/loaded';
import type { Challenge } from '@/lib/second-factor';
import type { Auth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { completeWording } from '@/lib/wording';
import { EntityField, useOnlyOne, useShownEntity } from '@/shared/entity-field';
import {
  type Captcha,
  type Credentials,
  type LoginStep,
  logIn,
  newCaptcha,
  type PasswordChange,
  useChoices,
  useLogin,
} from './log-in';
import classes from './login.module.css';

/** Second factor and providers are rarely needed: both load on demand. */
async function loadSecondStep() {
  const [{ SecondStep }] = await Promise.all([import('./second-step'), completeWording()]);
  return { default: SecondStep };
}
const SecondStep = lazy(loadSecondStep);
async function loadChange() {
  const [{ ChangePassword }] = await Promise.all([import('./reset'), completeWording()]);
  return { default: ChangePassword };
}
const ChangePassword = lazy(loadChange);
const DemoRoles = lazy(() => import('./demo-roles'));
const CaptchaField = lazy(() => import('./captcha-field'));
const SsoButtons = lazy(async () => ({ default: (await import('./sso/sso-buttons')).SsoButtons }));

/** An accepted password, kept in memory only to request another code. */
interface Pending {
  challenge?: Challenge;
  change?: PasswordChange;
  credentials: Credentials;
}

interface Props {
  /** A success message from the previous page. */
  notice?: string;
  onDone(auth: Auth): void;
  /** The user is about to log in: preload what comes next. */
  onEngaged(): void;
}

export function LoginPage({ notice, onDone, onEngaged }: Props) {
  const { t } = useTranslation();
  const hostEntity = useHostEntity();
  const title = hostEntity ? t('ui.login.titleOf', { entity: hostEntity.displayName }) : t('ui.login.title');
  const shown = useShownEntity(hostEntity);
  const demo = useLoaded(domain);
  const [pending, setPending] = useState<Pending>();
  const [returned, setReturned] = useState<{ notice: string; before: Partial<Credentials> }>();
  const step = async ({ auth, challenge, change }: LoginStep, credentials: Credentials) => {
    if (auth) return onDone(auth);
    await (change ? loadChange() : loadSecondStep());
    setPending({ challenge, change, credentials });
  };
  const back = (why: string) => {
    const { entityCode, tenantCode, userId } = pending?.credentials ?? {};
    setReturned({ notice: why, before: { entityCode, tenantCode, userId } });
    setPending(undefined);
  };
  if (pending?.change) {
    return (
      <PublicFrame hostEntity={shown}>
        <Suspense>
          <ChangePassword
            resetToken={pending.change.resetToken}
            onDone={() => back(t('ui.reset.done'))}
            onGone={() => back('')}
          />
        </Suspense>
      </PublicFrame>
    );
  }
  if (pending?.challenge) {
    const { challenge, credentials } = pending;
    const again = async () => step(await logIn(credentials), credentials);
    return (
      <PublicFrame hostEntity={shown}>
        <Suspense>
          <SecondStep
            challenge={challenge}
            tenantCode={credentials.tenantCode}
            // A captcha is valid for one try, so such a login cannot be repeated without the user.
            onAgain={credentials.captchaId ? undefined : again}
            onDone={onDone}
            onEngaged={onEngaged}
            onBack={back}
          />
        </Suspense>
      </PublicFrame>
    );
  }
  return (
    <PublicFrame hostEntity={shown}>
      <PublicCard title={title} text={t('app.tagline')} banner={hostEntity?.banner}>
        {notice && !returned && <FormMessage tone="ok">{notice}</FormMessage>}
        {returned?.notice && <FormMessage tone="info">{returned.notice}</FormMessage>}
        <LoginForm
          hostEntityCode={hostEntity?.entityCode}
          before={returned?.before}
          onStep={step}
          onEngaged={onEngaged}
        />
      </PublicCard>
      {demo.data?.demoPassword && (
        <Suspense>
          <DemoRoles password={demo.data.demoPassword} onStep={step} />
        </Suspense>
      )}
      <PublicFoot>
        {t('ui.login.customer')}{' '}
        <a className={looks.textLink} href="/provider/login">
          {t('ui.login.customerLink')}
        </a>
      </PublicFoot>
    </PublicFrame>
  );
}

interface FormProps {
  hostEntityCode: string | undefined;
  before: Partial<Credentials> | undefined;
  onStep(step: LoginStep, credentials: Credentials): Promise<void>;
  onEngaged(): void;
}

function LoginForm({ hostEntityCode, before, onStep, onEngaged }: FormProps) {
  const { t } = useTranslation();
  const captcha = useLoaded(newCaptcha);
  const login = useLogin({
    captchaId: captcha.data?.captchaId,
    before,
    onStep,
    onFailed: captcha.reload,
  });
  const { values, errors, set } = login;
  const choices = useChoices(values.entityCode);
  const [withPassword, setWithPassword] = useState(false);
  const showsPassword = choices.passwordLogin || withPassword;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the host entity is loaded once
  useEffect(() => {
    if (hostEntityCode && hostEntityCode !== values.entityCode) set({ entityCode: hostEntityCode, tenantCode: '' });
  }, [hostEntityCode]);
  // A returning user only retypes the password.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only
  useEffect(() => {
    if (before) login.root.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
  }, []);
  return (
    <Form form={login} onFocus={onEngaged}>
      {!hostEntityCode && (
        <EntityField
          value={values.entityCode}
          error={errors.entityCode}
          onChange={(entityCode) => set({ entityCode, tenantCode: '' })}
        />
      )}
      <TenantField {...login.choice('tenantCode')} entityCode={values.entityCode} />
      {showsPassword ? (
        <PasswordPart login={login} captcha={captcha} />
      ) : (
        <button type="button" className={`${classes.forgot} ${looks.textLink}`} onClick={() => setWithPassword(true)}>
          {t('ui.login.withPassword')}
        </button>
      )}
      {choices.providers.length > 0 && (
        <Suspense>
          <SsoButtons
            entityCode={values.entityCode}
            tenantCode={values.tenantCode}
            providers={choices.providers}
            isAlone={!showsPassword}
          />
        </Suspense>
      )}
    </Form>
  );
}

interface PasswordProps {
  login: ReturnType<typeof useLogin>;
  captcha: Loaded<Captcha | null>;
}

function PasswordPart({ login, captcha }: PasswordProps) {
  const { t } = useTranslation();
  return (
    <>
      <PlainField
        {...login.text('userId')}
        label={t('ui.login.userId')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...login.choice('password')} label={t('ui.login.password')} autoComplete="current-password" />
      {captcha.data && (
        <Suspense>
          <CaptchaField {...login.choice('captchaAnswer')} captcha={captcha.data} onRefresh={captcha.reload} />
        </Suspense>
      )}
      {captcha.failed && <Retry onRetry={captcha.reload} />}
      <SubmitButton form={login} fullWidth>
        {t('ui.login.submit')}
      </SubmitButton>
      <a className={`${classes.forgot} ${looks.textLink}`} href="/auth/forgot">
        {t('ui.login.forgot')}
      </a>
    </>
  );
}

interface TenantProps {
  entityCode: string;
  value: string;
  error: string | undefined;
  onChange(tenantCode: string): void;
}

function TenantField({ entityCode, value, error, onChange }: TenantProps) {
  const { t } = useTranslation();
  const load = useCallback(() => tenants(entityCode), [entityCode]);
  const { data, failed, reload } = useLoaded(entityCode ? load : undefined);
  useOnlyOne(value === '' && data?.map(({ tenantCode }) => tenantCode), onChange);
  return (
    <NativeChoice
      name="tenantCode"
      label={t('ui.login.tenant')}
      placeholder={t(entityCode ? 'ui.login.chooseTenant' : 'ui.login.entityFirst')}
      value={value}
      error={error}
      disabled={entityCode === ''}
      options={data?.map(({ tenantCode, tenantName }) => ({ value: tenantCode, label: tenantName }))}
      failed={failed}
      onChange={onChange}
      onRetry={reload}
    />
  );
}
