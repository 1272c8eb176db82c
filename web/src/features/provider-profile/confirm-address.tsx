import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WaitMessage } from '@/components/form-message';
import { PlainField } from '@/components/plain-field';
import { fieldsOf } from '@/lib/api';
import { clockText, useCountdown } from '@/lib/countdown';
import { noErrors, useErrors, useSubmit } from '@/lib/submit';
import { t as now } from '@/lib/wording';
import { confirmAddress, type PendingAddress, type Profile } from './profile';
import classes from './profile.module.css';

const codeLength = 6;

interface Props {
  pending: PendingAddress;
  onAgain(): Promise<void>;
  onDone(saved: Profile): void;
  onLater(): void;
}

/** Asks for the code sent to the new address; until it is entered the old address stays. */
export function ConfirmAddress({ pending, onAgain, onDone, onLater }: Props) {
  const { t } = useTranslation();
  const { value, error, type, submit, again, ...submission } = useConfirm({ pending, onAgain, onDone });
  const left = useCountdown(pending.goodUntil);
  const wait = useCountdown(pending.resendAt);
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new code or error focuses the field again
  useEffect(() => field.current?.focus(), [pending.otpRef, error]);
  return (
    <form className="card" onSubmit={submit} noValidate>
      <div className={`${classes.body} grid p-24 gap-24`}>
        <section className={classes.section}>
          <h2 className="m-0 mb-12 text-15 strong">{t('ui.provider.confirmTitle')}</h2>
          <p>{t('ui.provider.confirmText', { to: pending.maskedTo })}</p>
          {submission.message && <WaitMessage message={submission.message} until={submission.waitUntil} />}
          <PlainField
            ref={field}
            name="otp"
            label={t('ui.provider.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            enterKeyHint="go"
            value={value}
            error={error}
            hint={left > 0 ? t('ui.provider.goodFor', { time: clockText(left) }) : t('ui.provider.codeOver')}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <button type="button" className="text-link" disabled={wait > 0 || submission.busy} onClick={again}>
            {wait > 0 ? t('ui.provider.resendIn', { time: clockText(wait) }) : t('ui.provider.resend')}
          </button>
        </section>
      </div>
      <div className={`${classes.foot} py-16 px-24 flex at-end gap-8 line-above`}>
        <Button variant="default" onClick={onLater}>
          {t('ui.provider.confirmLater')}
        </Button>
        <Button type="submit" loading={submission.busy} disabled={submission.isHeld}>
          {t('ui.provider.confirm')}
        </Button>
      </div>
    </form>
  );
}

function useConfirm({ pending, onAgain, onDone }: Omit<Props, 'onLater'>) {
  const [value, setValue] = useState('');
  const { errors, setErrors } = useErrors<'otp'>();
  const submission = useSubmit();

  const refuse = (cause: unknown) => {
    if (!fieldsOf(cause).otp) return false;
    setErrors(() => fieldsOf(cause));
    setValue('');
    return true;
  };
  const type = (text: string) => {
    setValue(text.replace(/\D/g, '').slice(0, codeLength));
    setErrors(noErrors);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.length < codeLength) return setErrors(() => ({ otp: now('message.validOtp') }));
    void submission.run(async () => onDone(await confirmAddress(pending.otpRef, value)), refuse);
  };
  const again = () => {
    setValue('');
    void submission.run(onAgain, () => false);
  };
  return { ...submission, value, error: errors.otp ?? '', type, submit, again };
}
