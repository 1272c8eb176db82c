import type { TFunction } from 'i18next';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldsOf, messageOf } from '@/lib/api';
import type { Auth } from '@/lib/session';
import { type Credentials, logIn } from './log-in';

export type FieldName = 'entityCode' | 'tenantCode' | 'userId' | 'password' | 'captchaAnswer';
type Errors = Partial<Record<FieldName, string>>;

const order: FieldName[] = ['entityCode', 'tenantCode', 'userId', 'password', 'captchaAnswer'];
const empty: Credentials = {
  entityCode: '',
  tenantCode: '',
  userId: '',
  password: '',
  captchaId: '',
  captchaAnswer: '',
};

function missing(values: Credentials, hasCaptcha: boolean, t: TFunction): Errors {
  const errors: Errors = {};
  if (!values.entityCode) errors.entityCode = t('message.select', { label: t('ui.login.entity') });
  if (values.entityCode && !values.tenantCode)
    errors.tenantCode = t('message.select', { label: t('ui.login.tenant') });
  if (!values.userId.trim()) errors.userId = t('message.enter', { label: t('ui.login.userId') });
  if (!values.password) errors.password = t('message.passwordRequired');
  if (hasCaptcha && !values.captchaAnswer)
    errors.captchaAnswer = t('message.enter', { label: t('ui.login.captcha') });
  return errors;
}

interface Wishes {
  captchaId: string | undefined;
  onDone(auth: Auth): void;
  /** A captcha is good for one try. */
  onFailed(): void;
}

export function useLogin({ captchaId, onDone, onFailed }: Wishes) {
  const { t } = useTranslation();
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const set = (patch: Partial<Credentials>) => {
    setValues((before) => ({ ...before, ...patch }));
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(patch).map((name) => [name, undefined])),
    }));
  };

  const show = (next: Errors) => {
    setErrors(next);
    const first = order.find((name) => next[name]);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    return first !== undefined;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMessage('');
    if (busy || show(missing(values, captchaId !== undefined, t))) return;
    setBusy(true);
    try {
      onDone(await logIn({ ...values, userId: values.userId.trim(), captchaId: captchaId ?? '' }));
    } catch (error) {
      const shown = show(fieldsOf(error));
      if (!shown) setMessage(messageOf(error));
      setValues((before) => ({ ...before, captchaAnswer: '' }));
      onFailed();
    } finally {
      setBusy(false);
    }
  };

  return { values, set, errors, message, busy, submit, form };
}
