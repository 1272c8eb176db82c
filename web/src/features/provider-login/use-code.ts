import { useState } from 'react';
import { fieldsOf } from '@/lib/api';
import type { Auth } from '@/lib/session';
import { noErrors, useErrors, useSubmit } from '@/lib/submit';
import { t } from '@/lib/wording';
import { endLogin, startLogin } from './calls';
import type { Pending, Starter } from './pending';

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
