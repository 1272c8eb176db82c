import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { WaitMessage } from '@/components/form-message';
import { PasswordField } from '@/components/password-field';
import { fieldsOf } from '@/lib/api';
import { useSubmit } from '@/lib/submit';
import { useTranslation } from '@/lib/wording';
import classes from './second-factor.module.css';

interface Props {
  text: string;
  submit: string;
  isDanger?: boolean;
  /** Throws when the server refuses the password. */
  onPassword(password: string): Promise<unknown>;
  onCancel(): void;
}

/** An open session does not prove its owner is present: ask for the password. */
export function PasswordStep({ text, submit, isDanger, onPassword, onCancel }: Props) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const { message, waitUntil, isHeld, busy, run } = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error focuses the field again
  useEffect(() => form.current?.querySelector('input')?.focus(), [error]);

  const refuse = (cause: unknown) => {
    const fault = fieldsOf(cause).password;
    if (!fault) return false;
    setError(fault);
    return true;
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!password) return setError(t('message.passwordRequired'));
    void run(() => onPassword(password), refuse);
  };
  return (
    <form ref={form} className="grid gap-16" onSubmit={send} noValidate>
      <p className={classes.text}>{text}</p>
      {message && <WaitMessage message={message} until={waitUntil} />}
      <PasswordField
        name="password"
        label={t('ui.login.password')}
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={(value) => {
          setPassword(value);
          setError('');
        }}
      />
      <div className={`${classes.buttons} flex wrap at-end mt-4 gap-12`}>
        <Button variant="default" onClick={onCancel}>
          {t('ui.common.cancel')}
        </Button>
        <Button type="submit" color={isDanger ? 'red' : undefined} loading={busy} disabled={isHeld}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
