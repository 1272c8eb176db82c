import { type FormEvent, useRef, useState } from 'react';
import { fieldsOf } from '@/lib/api';
import { type Errors, focusFirst, useErrors, useSubmit } from '@/lib/submit';
import { t } from '@/lib/wording';
import { type Credentials, type LoginStep, logIn } from './log-in';

type Faults = Errors<keyof Credentials>;

const empty: Credentials = {
  entityCode: '',
  tenantCode: '',
  userId: '',
  password: '',
  captchaId: '',
  captchaAnswer: '',
};

function missing(values: Credentials, hasCaptcha: boolean): Faults {
  const errors: Faults = {};
  if (!values.entityCode) errors.entityCode = t('message.select', { label: t('ui.login.entity') });
  if (values.entityCode && !values.tenantCode)
    errors.tenantCode = t('message.select', { label: t('ui.login.tenant') });
  if (!values.userId.trim()) errors.userId = t('message.enter', { label: t('ui.login.userId') });
  if (!values.password) errors.password = t('message.passwordRequired');
  if (hasCaptcha && !values.captchaAnswer)
    errors.captchaAnswer = t('message.enter', { label: t('ui.login.captcha') });
  return errors;
}

interface Options {
  captchaId: string | undefined;
  /** The values typed before the second step, when the user comes back from it. */
  before: Partial<Credentials> | undefined;
  /** The form stays busy until the next step is ready. */
  onStep(step: LoginStep, credentials: Credentials): Promise<void>;
  /** A captcha is valid for one try. */
  onFailed(): void;
}

export function useLogin({ captchaId, before, onStep, onFailed }: Options) {
  const [values, setValues] = useState({ ...empty, ...before });
  const { errors, setErrors, forgive } = useErrors<keyof Credentials>();
  const submission = useSubmit();
  const form = useRef<HTMLFormElement>(null);

  const set = (patch: Partial<Credentials>) => {
    setValues((before) => ({ ...before, ...patch }));
    forgive(Object.keys(patch));
  };
  const show = (next: () => Faults) => {
    setErrors(next);
    return focusFirst(form.current, next());
  };
  const fail = (error: unknown) => {
    setValues((before) => ({ ...before, captchaAnswer: '' }));
    onFailed();
    return show(() => fieldsOf(error));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    submission.clear();
    if (show(() => missing(values, captchaId !== undefined))) return;
    const credentials = { ...values, userId: values.userId.trim(), captchaId: captchaId ?? '' };
    void submission.run(async () => onStep(await logIn(credentials), credentials), fail);
  };

  return { ...submission, values, set, errors, submit, form };
}
