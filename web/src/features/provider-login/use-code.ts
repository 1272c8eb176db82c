import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldsOf } from '@/lib/api';
import { useAttempt } from '@/lib/attempt';
import type { Auth } from '@/lib/session';
import { endLogin, startLogin } from './calls';
import type { Pending, Starter } from './pending';

export const codeLength = 6;

interface Wishes {
  pending: Pending;
  onPending(pending: Pending): void;
  onDone(auth: Auth): void;
}

/** What is typed or pasted, with or without spaces; a whole code is tried at once. */
export function useCode({ pending, onPending, onDone }: Wishes) {
  const { t } = useTranslation();
  const [value, setValue] = useState('');
  const [error, setError] = useState('');
  const [isResent, setIsResent] = useState(false);
  const attempt = useAttempt();
  const resending = useAttempt();

  const refuse = (cause: unknown) => {
    const { otp } = fieldsOf(cause);
    if (!otp) return false;
    setError(otp);
    setValue('');
    return true;
  };
  const verify = (code = value) => {
    setIsResent(false);
    if (code.length < codeLength) return setError(t('message.validOtp'));
    void attempt.run(async () => onDone(await endLogin(pending.otpRef, code)), refuse);
  };
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, codeLength);
    setValue(digits);
    setError('');
    if (digits.length === codeLength && digits !== value) verify(digits);
  };
  const resend = (starter: Starter = pending.starter) => {
    const again = async () => {
      onPending(await startLogin(starter));
      setValue('');
      setError('');
      setIsResent(true);
      attempt.setMessage('');
    };
    setIsResent(false);
    void resending.run(again, () => false);
  };
  const said = resending.message ? resending : attempt;
  return {
    value,
    error,
    type,
    verify: () => verify(),
    resend: () => resend(),
    resendBy: (starter: Starter) => resend(starter),
    isResent,
    message: said.message,
    waitUntil: said.waitUntil,
    isHeld: attempt.isHeld,
    busy: attempt.busy,
    isSending: resending.busy || resending.isHeld,
  };
}
