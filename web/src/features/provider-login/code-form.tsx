import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage, WaitMessage } from '@/components/form-message';
import { PlainField } from '@/components/plain-field';
import { fieldsOf } from '@/lib/api';
import { clockText, useCountdown } from '@/lib/countdown';
import type { Auth } from '@/lib/session';
import { noErrors, useErrors, useSubmit } from '@/lib/submit';
import { t } from '@/lib/wording';
import { endLogin, type Pending, type Starter, startLogin } from './calls';
import classes from './login.module.css';

interface Props {
  pending: Pending;
  onPending(pending: Pending): void;
  onDone(auth: Auth): void;
  onEngaged(): void;
  onOther(): void;
}

export function CodeForm({ pending, onPending, onDone, onEngaged, onOther }: Props) {
  const { t } = useTranslation();
  const code = useCode({ pending, onPending, onDone });
  const left = useCountdown(pending.goodUntil);
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new code or error focuses the field again
  useEffect(() => field.current?.focus(), [pending.otpRef, code.error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    code.verify();
  };
  return (
    <form className={`${classes.form} grid gap-16`} onSubmit={submit} onFocus={onEngaged} noValidate>
      {code.message && <WaitMessage message={code.message} until={code.waitUntil} />}
      {code.isResent && !code.message && <FormMessage tone="ok">{t('ui.provider.resent')}</FormMessage>}
      <div>
        <PlainField
          ref={field}
          name="otp"
          label={t('ui.provider.code')}
          className={classes.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          enterKeyHint="go"
          value={code.value}
          error={code.error}
          onChange={(event) => code.type(event.currentTarget.value)}
        />
        <p
          className={`${classes.left} m-0 mt-8 text-13 muted figures`}
          data-over={left === 0 || undefined}
          role={left === 0 ? 'alert' : undefined}
        >
          {left > 0 ? t('ui.provider.goodFor', { time: clockText(left) }) : t('ui.provider.codeOver')}
        </p>
      </div>
      <Button type="submit" fullWidth loading={code.busy} disabled={code.isHeld}>
        {t('ui.provider.verify')}
      </Button>
      <Again
        pending={pending}
        busy={code.isSending}
        onResend={code.resend}
        onResendBy={code.resendBy}
        onOther={onOther}
      />
    </form>
  );
}

interface AgainProps {
  pending: Pending;
  busy: boolean;
  onResend(): void;
  onResendBy(starter: Starter): void;
  onOther(): void;
}

/** When nothing arrives: resend after a wait, use the other channel, or another address. */
function Again({ pending, busy, onResend, onResendBy, onOther }: AgainProps) {
  const { t } = useTranslation();
  const left = useCountdown(pending.resendAt);
  const { starter } = pending;
  const other = pending.channel === 'SMS' ? 'Email' : 'SMS';
  return (
    <div className={`${classes.again} grid justify-center gap-4 text-13 line-above`}>
      <button
        type="button"
        className={`text-link ${classes.option} p-8 figures`}
        disabled={left > 0 || busy}
        onClick={onResend}
      >
        {left > 0 ? t('ui.provider.resendIn', { time: clockText(left) }) : t('ui.provider.resend')}
      </button>
      {left === 0 && 'userId' in starter && (
        <button
          type="button"
          className={`text-link ${classes.option} p-8 figures`}
          disabled={busy}
          onClick={() => onResendBy({ ...starter, channel: other })}
        >
          {t(other === 'SMS' ? 'ui.provider.bySms' : 'ui.provider.byMail')}
        </button>
      )}
      <button type="button" className={`text-link ${classes.option} p-8 figures`} onClick={onOther}>
        {t('ui.provider.other')}
      </button>
    </div>
  );
}

export const codeLength = 6;

interface Options {
  pending: Pending;
  onPending(pending: Pending): void;
  onDone(auth: Auth): void;
}

/** The typed or pasted code, with or without spaces; a complete code is submitted at once. */
export function useCode({ pending, onPending, onDone }: Options) {
  const [value, setValue] = useState('');
  const { errors, setErrors } = useErrors<'otp'>();
  const [isResent, setIsResent] = useState(false);
  const submission = useSubmit();
  const resending = useSubmit();

  const refuse = (cause: unknown) => {
    if (!fieldsOf(cause).otp) return false;
    setErrors(() => fieldsOf(cause));
    setValue('');
    return true;
  };
  const verify = (code = value) => {
    setIsResent(false);
    if (code.length < codeLength) return setErrors(() => ({ otp: t('message.validOtp') }));
    void submission.run(async () => onDone(await endLogin(pending.otpRef, code)), refuse);
  };
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, codeLength);
    setValue(digits);
    setErrors(noErrors);
    if (digits.length === codeLength && digits !== value) verify(digits);
  };
  const resend = (starter: Starter = pending.starter) => {
    const again = async () => {
      onPending(await startLogin(starter));
      setValue('');
      setErrors(noErrors);
      setIsResent(true);
      submission.clear();
    };
    setIsResent(false);
    void resending.run(again, () => false);
  };
  const said = resending.message ? resending : submission;
  return {
    value,
    error: errors.otp ?? '',
    type,
    verify: () => verify(),
    resend: () => resend(),
    resendBy: (starter: Starter) => resend(starter),
    isResent,
    message: said.message,
    waitUntil: said.waitUntil,
    isHeld: submission.isHeld,
    busy: submission.busy,
    isSending: resending.busy || resending.isHeld,
  };
}
