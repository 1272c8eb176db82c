import { ActionIcon, TextInput } from '@mantine/core';
import { IconRefresh, IconVolume } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Captcha } from './captcha';
import classes from './login.module.css';

interface Props {
  captcha: Captcha;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
  onRefresh(): void;
}

export function CaptchaField({ captcha, value, error, onChange, onRefresh }: Props) {
  const { t } = useTranslation();
  const listen = () => new Audio(captcha.audio).play();
  return (
    <div>
      <div className={classes.captcha}>
        <img src={captcha.image} alt={t('ui.login.captchaImage')} className={classes.picture} />
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('ui.login.captchaRefresh')}
          title={t('ui.login.captchaRefresh')}
          onClick={onRefresh}
        >
          <IconRefresh size={18} stroke={1.75} />
        </ActionIcon>
        {captcha.audio && (
          <ActionIcon variant="default" size={44} aria-label={t('ui.login.captchaListen')} onClick={listen}>
            <IconVolume size={18} stroke={1.75} />
          </ActionIcon>
        )}
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
