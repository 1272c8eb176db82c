import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PublicFrame } from '@/components/public-frame';
import type { Auth } from '@/lib/session';
import { newCaptcha } from './captcha';
import { CaptchaField } from './captcha-field';
import classes from './login.module.css';
import { PlaceFields } from './place-fields';
import { Retry } from './retry';
import { useLoaded } from './use-loaded';
import { useLogin } from './use-login';

interface Props {
  onDone(auth: Auth): void;
  /** Somebody is about to log in: a good moment to fetch what comes after. */
  onEngaged(): void;
}

export function LoginPage({ onDone, onEngaged }: Props) {
  const { t } = useTranslation();
  const captcha = useLoaded(newCaptcha);
  const login = useLogin({ captchaId: captcha.data?.captchaId, onDone, onFailed: captcha.reload });
  const { values, errors, set } = login;
  return (
    <PublicFrame>
      <form ref={login.form} className={classes.card} onSubmit={login.submit} onFocus={onEngaged} noValidate>
        <div>
          <h1 className={classes.title}>{t('ui.login.title')}</h1>
          <p className={classes.tagline}>{t('app.tagline')}</p>
        </div>
        {login.message && (
          <p className={classes.message} role="alert">
            {login.message}
          </p>
        )}
        <PlaceFields values={values} errors={errors} set={set} />
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
        <Password
          value={values.password}
          error={errors.password}
          onChange={(password) => set({ password })}
        />
        {captcha.data && (
          <CaptchaField
            captcha={captcha.data}
            value={values.captchaAnswer}
            error={errors.captchaAnswer}
            onChange={(captchaAnswer) => set({ captchaAnswer })}
            onRefresh={captcha.reload}
          />
        )}
        {captcha.failed && <Retry onRetry={captcha.reload} />}
        <Button type="submit" fullWidth loading={login.busy}>
          {t('ui.login.submit')}
        </Button>
        <Forgot />
      </form>
      <CustomerLink />
    </PublicFrame>
  );
}

function Password(props: { value: string; error: string | undefined; onChange(value: string): void }) {
  const { t } = useTranslation();
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      name="password"
      label={t('ui.login.password')}
      autoComplete="current-password"
      value={props.value}
      error={props.error}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': t(visible ? 'ui.login.hidePassword' : 'ui.login.showPassword'),
        tabIndex: 0,
      }}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

function Forgot() {
  const { t } = useTranslation();
  return (
    <details className={classes.forgot}>
      <summary className={classes.link}>{t('ui.login.forgot')}</summary>
      <p className={classes.help}>{t('ui.login.forgotHelp')}</p>
    </details>
  );
}

function CustomerLink() {
  const { t } = useTranslation();
  return (
    <p className={classes.foot}>
      {t('ui.login.customer')}{' '}
      <a className={classes.link} href="/provider/login">
        {t('ui.login.customerLink')}
      </a>
    </p>
  );
}
