import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage, WaitMessage } from '@/components/form-message';
import { PlainField } from '@/components/plain-field';
import { clockText, useCountdown } from '@/lib/countdown';
import { CodeField } from './code-field';
import classes from './factor-code.module.css';
import type { FactorCode } from './use-factor-code';

interface Props {
  factor: FactorCode;
  submit: string;
  onEngaged?(): void;
  /** Shown beside the button: another way out. */
  beside?: ReactNode;
  /** The last of the alternatives. */
  last?: ReactNode;
}

/** The code field, the button, and what to do without a code. */
export function FactorForm({ factor, submit, onEngaged, beside, last }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new challenge, kind of code or error focuses the field again
  useEffect(() => field.current?.focus(), [factor.challenge.factorRef, factor.proof, factor.error]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    factor.verify();
  };
  return (
    <form className={classes.form} onSubmit={send} onFocus={onEngaged} noValidate>
      {factor.message && <WaitMessage message={factor.message} until={factor.waitUntil} />}
      {factor.isResent && !factor.message && (
        <FormMessage tone="ok">{t('ui.secondFactor.code.resent')}</FormMessage>
      )}
      <div>
        {factor.proof === 'code' ? (
          <CodeField
            ref={field}
            name="factorCode"
            label={t('ui.secondFactor.code.label')}
            value={factor.value}
            error={factor.error}
            onChange={factor.type}
          />
        ) : (
          <PlainField
            ref={field}
            name="recoveryCode"
            label={t('ui.secondFactor.code.recoveryLabel')}
            hint={t('ui.secondFactor.code.recoveryHint')}
            className={classes.recovery}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            value={factor.value}
            error={factor.error}
            onChange={(event) => factor.type(event.currentTarget.value)}
          />
        )}
        <TimeLeft factor={factor} />
      </div>
      <div className={`${classes.buttons} flex gap-12`}>
        {beside}
        <Button type="submit" loading={factor.busy} disabled={factor.isHeld || factor.isOver}>
          {submit}
        </Button>
      </div>
      <Ways factor={factor} last={last} />
    </form>
  );
}

function TimeLeft({ factor }: { factor: FactorCode }) {
  const { t } = useTranslation();
  const { isOver, left, challenge } = factor;
  if (isOver) {
    return (
      <p className={`${classes.left} text-13 muted figures`} data-over role="alert">
        {t(`ui.secondFactor.code.over.${challenge.method}`)}
      </p>
    );
  }
  // App codes change by themselves; only mailed ones have a resend wait.
  if (challenge.method === 'totp') return null;
  return (
    <p className={`${classes.left} text-13 muted figures`}>
      {t('ui.secondFactor.code.goodFor', { time: clockText(left) })}
    </p>
  );
}

/** For when nothing arrives, the phone is lost, or the code expired. */
function Ways({ factor, last }: { factor: FactorCode; last: ReactNode }) {
  const { t } = useTranslation();
  const { method, resendAt } = factor.challenge;
  const wait = useCountdown(resendAt);
  const option = { type: 'button', className: `text-link ${classes.option}` } as const;
  const isMail = method === 'mail';
  return (
    <div className={classes.ways}>
      {(isMail || factor.isOver) && (
        <button {...option} disabled={(isMail && wait > 0) || factor.isAsking} onClick={factor.again}>
          {isMail && wait > 0
            ? t('ui.secondFactor.code.againIn', { time: clockText(wait) })
            : t(`ui.secondFactor.code.again.${method}`)}
        </button>
      )}
      {!isMail && (
        <button {...option} onClick={factor.swap}>
          {t(factor.proof === 'code' ? 'ui.secondFactor.code.useRecovery' : 'ui.secondFactor.code.useApp')}
        </button>
      )}
      {last}
    </div>
  );
}
