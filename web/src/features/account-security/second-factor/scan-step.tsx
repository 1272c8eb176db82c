import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CodeField } from '@/components/factor-code';
import { WaitMessage } from '@/components/form-message';
import { fieldsOf } from '@/lib/api';
import { useAttempt } from '@/lib/attempt';
import { isWhole, tidy } from '@/lib/second-factor';
import { useTranslation } from '@/lib/wording';
import { confirmApp, type Enrolment } from './calls';
import { CopyButton } from './copy-button';
import classes from './second-factor.module.css';

interface Props {
  enrolment: Enrolment;
  onCodes(codes: string[]): void;
  onCancel(): void;
}

/** Four by four, as people read a long key to each other. */
const spaced = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** The picture for the app, and the first code that shows it was read. */
export function ScanStep({ enrolment, onCodes, onCancel }: Props) {
  const { t } = useTranslation();
  const [value, setValue] = useState('');
  const [error, setError] = useState('');
  const { message, waitUntil, isHeld, busy, run } = useAttempt();
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fault asks for the field again
  useEffect(() => field.current?.focus(), [error]);

  const refuse = (cause: unknown) => {
    const { otp } = fieldsOf(cause);
    if (!otp) return false;
    setError(otp);
    setValue('');
    return true;
  };
  const verify = (code: string) => {
    if (!isWhole('code', code)) return setError(t('message.validOtp'));
    void run(async () => onCodes(await confirmApp(code)), refuse);
  };
  const type = (text: string) => {
    const code = tidy('code', text);
    setValue(code);
    setError('');
    if (isWhole('code', code) && code !== value) verify(code);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    verify(value);
  };
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      <p className={classes.text}>{t('ui.secondFactor.setup.scan')}</p>
      <div className={classes.scan}>
        <img className={classes.qr} src={enrolment.qr} alt={t('ui.secondFactor.setup.qr')} />
        <div className={classes.manual}>
          <a className={`text-link ${classes.open}`} href={enrolment.uri}>
            {t('ui.secondFactor.setup.open')}
          </a>
          <p className={classes.note}>{t('ui.secondFactor.setup.manual')}</p>
          <div className={classes.key}>
            <code>{spaced(enrolment.secret)}</code>
            <CopyButton text={enrolment.secret} name={t('ui.secondFactor.setup.copyKey')} />
          </div>
        </div>
      </div>
      {message && <WaitMessage message={message} until={waitUntil} />}
      <CodeField
        ref={field}
        name="factorCode"
        label={t('ui.secondFactor.setup.code')}
        value={value}
        error={error}
        onChange={type}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('ui.common.cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={isHeld}>
          {t('ui.secondFactor.setup.turnOn')}
        </Button>
      </div>
    </form>
  );
}
