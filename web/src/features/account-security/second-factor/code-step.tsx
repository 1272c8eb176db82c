import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { CodeField } from '@/components/factor-code';
import { WaitMessage } from '@/components/form-message';
import { fieldsOf } from '@/lib/api';
import { isWhole, tidy } from '@/lib/second-factor';
import { useSubmit } from '@/lib/submit';
import { useTranslation } from '@/lib/wording';
import classes from './second-factor.module.css';

interface Props {
  text: string;
  submit: string;
  /** Throws when the server refuses the code. */
  onCode(code: string): Promise<unknown>;
  onCancel(): void;
  /** Shown between the text and the field. */
  children?: ReactNode;
}

/** A current app code; a complete one is submitted at once. */
export function CodeStep({ text, submit, onCode, onCancel, children }: Props) {
  const { t } = useTranslation();
  const [value, setValue] = useState('');
  const [error, setError] = useState('');
  const { message, waitUntil, isHeld, busy, run } = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error focuses the field again
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
    void run(() => onCode(code), refuse);
  };
  const type = (typed: string) => {
    const code = tidy('code', typed);
    setValue(code);
    setError('');
    if (isWhole('code', code) && code !== value) verify(code);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    verify(value);
  };
  return (
    <form className="grid gap-16" onSubmit={send} noValidate>
      <p className={classes.text}>{text}</p>
      {children}
      {message && <WaitMessage message={message} until={waitUntil} />}
      <CodeField
        ref={field}
        name="factorCode"
        label={t('ui.secondFactor.setup.code')}
        value={value}
        error={error}
        onChange={type}
      />
      <div className={`${classes.buttons} flex wrap at-end mt-4 gap-12`}>
        <Button variant="default" onClick={onCancel}>
          {t('ui.common.cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={isHeld}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
