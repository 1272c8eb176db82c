import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage, WaitMessage } from '@/components/form-message';
import { PlainField } from '@/components/plain-field';
import { clockText, useCountdown } from '@/lib/countdown';
import type { Auth } from '@/lib/session';
import classes from './login.module.css';
import type { Pending, Starter } from './pending';
import { useCode } from './use-code';

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
    <form className={classes.form} onSubmit={submit} onFocus={onEngaged} noValidate>
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
          className={`${classes.left} text-13 muted figures`}
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
    <div className={classes.again}>
      <button
        type="button"
        className={`text-link ${classes.option}`}
        disabled={left > 0 || busy}
        onClick={onResend}
      >
        {left > 0 ? t('ui.provider.resendIn', { time: clockText(left) }) : t('ui.provider.resend')}
      </button>
      {left === 0 && 'userId' in starter && (
        <button
          type="button"
          className={`text-link ${classes.option}`}
          disabled={busy}
          onClick={() => onResendBy({ ...starter, channel: other })}
        >
          {t(other === 'SMS' ? 'ui.provider.bySms' : 'ui.provider.byMail')}
        </button>
      )}
      <button type="button" className={`text-link ${classes.option}`} onClick={onOther}>
        {t('ui.provider.other')}
      </button>
    </div>
  );
}
