import { Button } from '@mantine/core';
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage, WaitMessage } from '@/components/form-message';
import { PlainField } from '@/components/plain-field';
import { fieldsOf } from '@/lib/api';
import { clockText, useCountdown } from '@/lib/countdown';
import { type Challenge, isWhole, mostTries, type Proof, tidy } from '@/lib/second-factor';
import { useSubmit } from '@/lib/submit';
import classes from './factor-code.module.css';

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
    <form className="grid gap-16" onSubmit={send} onFocus={onEngaged} noValidate>
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
      <p className={`${classes.left} m-0 mt-8 text-13 muted figures`} data-over role="alert">
        {t(`ui.secondFactor.code.over.${challenge.method}`)}
      </p>
    );
  }
  // App codes change by themselves; only mailed ones have a resend wait.
  if (challenge.method === 'totp') return null;
  return (
    <p className={`${classes.left} m-0 mt-8 text-13 muted figures`}>
      {t('ui.secondFactor.code.goodFor', { time: clockText(left) })}
    </p>
  );
}

/** For when nothing arrives, the phone is lost, or the code expired. */
function Ways({ factor, last }: { factor: FactorCode; last: ReactNode }) {
  const { t } = useTranslation();
  const { method, resendAt } = factor.challenge;
  const wait = useCountdown(resendAt);
  const option = { type: 'button', className: `text-link ${classes.option} p-8 figures` } as const;
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

type CodeFieldProps = Omit<ComponentProps<typeof PlainField>, 'onChange'> & { onChange(text: string): void };

/** A six-digit code from a mail or an app, which phones can autofill. */
export function CodeField({ onChange, ...field }: CodeFieldProps) {
  return (
    <PlainField
      {...field}
      className={classes.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      enterKeyHint="go"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface Options {
  challenge: Challenge;
  /** Earlier wrong codes. */
  tries?: number;
  /** Throws when the server refuses the code. */
  onVerify(code: string): Promise<unknown>;
  /** Starts the challenge again: another mail, or another round with the app. */
  onAgain(): Promise<unknown>;
}

/** Repeats challenges until a code is right. A complete six-digit code is submitted at once. */
export function useFactorCode({ challenge, tries = 0, onVerify, onAgain }: Options) {
  const { t } = useTranslation();
  const [proof, setProof] = useState<Proof>('code');
  const [value, setValue] = useState('');
  const [error, setError] = useState('');
  const [wrong, setWrong] = useState(tries);
  const [isResent, setIsResent] = useState(false);
  const submission = useSubmit();
  const asking = useSubmit();
  const left = useCountdown(challenge.goodUntil);
  const isOver = left === 0 || wrong >= mostTries;

  const start = (next: Proof = proof) => {
    setProof(next);
    setValue('');
    setError('');
    submission.clear();
  };
  const refuse = (cause: unknown) => {
    const { otp } = fieldsOf(cause);
    if (!otp) return false;
    setError(otp);
    setWrong((before) => before + 1);
    // Users correct a long code rather than retype it.
    if (proof === 'code') setValue('');
    return true;
  };
  const verify = (code = value) => {
    setIsResent(false);
    if (isOver) return;
    if (!isWhole(proof, code)) {
      return setError(t(proof === 'code' ? 'message.validOtp' : 'ui.secondFactor.code.recoveryShort'));
    }
    void submission.run(() => onVerify(code), refuse);
  };
  const type = (text: string) => {
    const code = tidy(proof, text);
    setValue(code);
    setError('');
    if (proof === 'code' && isWhole(proof, code) && code !== value) verify(code);
  };
  const again = () => {
    const ask = async () => {
      await onAgain();
      start();
      setWrong(0);
      setIsResent(challenge.method === 'mail');
    };
    setIsResent(false);
    void asking.run(ask, () => false);
  };
  const said = asking.message ? asking : submission;
  const lead = t(`ui.secondFactor.code.${proof === 'recovery' ? 'recovery' : challenge.method}`, {
    to: challenge.maskedTo,
  });
  return {
    challenge,
    proof,
    /** The instruction sentence. */
    lead,
    value,
    error,
    type,
    verify: () => verify(),
    swap: () => start(proof === 'code' ? 'recovery' : 'code'),
    again,
    left,
    isOver,
    isResent,
    message: said.message,
    waitUntil: said.waitUntil,
    isHeld: submission.isHeld,
    busy: submission.busy,
    isAsking: asking.busy || asking.isHeld,
  };
}

export type FactorCode = ReturnType<typeof useFactorCode>;
