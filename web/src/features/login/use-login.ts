import type { TFunction } from 'i18next';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldsOf, messageOf, waitOf } from '@/lib/api';
import { useCountdown } from '@/lib/countdown';
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

/** The focus goes to the first field with a fault; tells whether there was one. */
function focusFirst(form: HTMLFormElement | null, errors: Errors) {
  const first = order.find((name) => errors[name]);
  if (first) form?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  return first !== undefined;
}

const without = (errors: Errors, names: string[]): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));

export function useLogin({ captchaId, onDone, onFailed }: Wishes) {
  const { t } = useTranslation();
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  /** Until when this caller is held back. */
  const [waitUntil, setWaitUntil] = useState(0);
  const isHeld = useCountdown(waitUntil) > 0;
  const form = useRef<HTMLFormElement>(null);

  const set = (patch: Partial<Credentials>) => {
    setValues((before) => ({ ...before, ...patch }));
    setErrors((before) => without(before, Object.keys(patch)));
  };
  const show = (next: Errors) => {
    setErrors(next);
    return focusFirst(form.current, next);
  };
  const fail = (error: unknown) => {
    if (!show(fieldsOf(error))) setMessage(messageOf(error));
    setWaitUntil(Date.now() + waitOf(error) * 1000);
    setValues((before) => ({ ...before, captchaAnswer: '' }));
    onFailed();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMessage('');
    if (busy || isHeld || show(missing(values, captchaId !== undefined, t))) return;
    setBusy(true);
    const credentials = { ...values, userId: values.userId.trim(), captchaId: captchaId ?? '' };
    await logIn(credentials)
      .then(onDone, fail)
      .finally(() => setBusy(false));
  };

  return { values, set, errors, message, waitUntil, isHeld, busy, submit, form };
}
