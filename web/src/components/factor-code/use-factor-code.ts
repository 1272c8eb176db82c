import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldsOf } from '@/lib/api';
import { useCountdown } from '@/lib/countdown';
import { type Challenge, isWhole, mostTries, type Proof, tidy } from '@/lib/second-factor';
import { useSubmit } from '@/lib/submit';

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
