import { ActionIcon, TextInput } from '@mantine/core';
import { IconPlayerStop, IconRefresh, IconVolume } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Captcha } from './captcha';
import classes from './login.module.css';
import { useCaptchaSound } from './use-captcha-sound';

interface Props {
  captcha: Captcha;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
  onRefresh(): void;
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

export function CaptchaField({ captcha, value, error, onChange, onRefresh }: Props) {
  const { t } = useTranslation();
  return (
    <div>
      <div className="row wrap mb-12 gap-8">
        <img
          src={captcha.image}
          alt={t('ui.login.captchaImage')}
          className={`${classes.picture} grow narrow outlined`}
        />
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('ui.login.captchaRefresh')}
          title={t('ui.login.captchaRefresh')}
          onClick={onRefresh}
        >
          <IconRefresh {...icon} />
        </ActionIcon>
        {captcha.audio && <Listen captcha={captcha} />}
      </div>
      <TextInput
        name="captchaAnswer"
        label={t('ui.login.captcha')}
        description={t('ui.login.captchaHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

function Listen({ captcha }: { captcha: Captcha }) {
  const { t } = useTranslation();
  const { state, toggle } = useCaptchaSound(captcha);
  const name = t(state === 'playing' ? 'ui.login.captchaStop' : 'ui.login.captchaListen');
  return (
    <>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={name}
        title={name}
        loading={state === 'loading'}
        onClick={toggle}
      >
        {state === 'playing' ? <IconPlayerStop {...icon} /> : <IconVolume {...icon} />}
      </ActionIcon>
      {(state === 'failed' || state === 'heard') && (
        <p className={`${classes.silent} m-0 text-13 bad`} role="alert">
          {t(state === 'heard' ? 'ui.login.captchaHeard' : 'ui.login.captchaSilent')}
        </p>
      )}
    </>
  );
}
