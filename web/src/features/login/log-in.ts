import { useCallback } from 'react';
import { type Errors, useForm } from '@/components/form';
import { call, domain, send } from '@/lib/api';
import { beginSession } from '@/lib/begin-session';
import { useLoaded } from '@/lib/loaded';
import { type Asked, type Challenge, challengeOf } from '@/lib/second-factor';
import type { Auth } from '@/lib/session';
import { t } from '@/lib/wording';
import { type Choices, signOnChoices } from './sso/journey';

export interface Credentials {
  entityCode: string;
  tenantCode: string;
  userId: string;
  password: string;
  captchaId: string;
  captchaAnswer: string;
}

/** A password set by an administrator opens no session; the user must choose another first. */
export interface PasswordChange {
  resetToken: string;
}

/** The password opens the session, or a second factor or a new password is required. */
export interface LoginStep {
  auth?: Auth;
  challenge?: Challenge;
  change?: PasswordChange;
}

async function changeIn(response: Response): Promise<PasswordChange | null> {
  if (response.headers.get('Authorization')) return null;
  const { data } = (await response.clone().json()) as {
    data: { record?: { passwordChange?: boolean; resetToken?: string } };
  };
  return data.record?.passwordChange ? { resetToken: data.record.resetToken ?? '' } : null;
}

/** Throws an ApiError with the server's message; `fields` names the affected fields. */
export async function logIn(credentials: Credentials): Promise<LoginStep> {
  const response = await send({
    ...openCall,
    resource: 'usermasterlogin',
    body: credentials,
  });
  const change = await changeIn(response);
  if (change) return { change };
  const challenge = await challengeIn(response);
  return challenge ? { challenge } : { auth: await beginSession(response) };
}

export interface Captcha {
  captchaId: string;
  /** A data: url. */
  image: string;
  required: boolean;
  /** Demo mode only. */
  answer?: string;
  /** The audio resource; only some servers offer one. */
  audio?: string;
}

export const openCall = { area: 'sms', anonymous: true, failure: 'inline' } as const;

/** Null when this server uses no captcha. */
export async function newCaptcha(): Promise<Captcha | null> {
  const { captcha } = await domain();
  if (!captcha) return null;
  const { data } = await call<Captcha>({ ...openCall, resource: 'captcha' });
  return data.record?.required === false ? null : (data.record ?? null);
}

const empty: Credentials = {
  entityCode: '',
  tenantCode: '',
  userId: '',
  password: '',
  captchaId: '',
  captchaAnswer: '',
};

function check(values: Credentials, hasCaptcha: boolean): Errors {
  const errors: Errors = {};
  if (!values.entityCode) errors.entityCode = t('message.select', { label: t('ui.login.entity') });
  if (values.entityCode && !values.tenantCode) errors.tenantCode = t('message.select', { label: t('ui.login.tenant') });
  if (!values.userId.trim()) errors.userId = t('message.enter', { label: t('ui.login.userId') });
  if (!values.password) errors.password = t('message.passwordRequired');
  if (hasCaptcha && !values.captchaAnswer) errors.captchaAnswer = t('message.enter', { label: t('ui.login.captcha') });
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
  const form = useForm<Credentials>({
    blank: { ...empty, ...before },
    check: (values) => check(values, captchaId !== undefined),
    run: async (values) => {
      const credentials = { ...values, userId: values.userId.trim(), captchaId: captchaId ?? '' };
      try {
        await onStep(await logIn(credentials), credentials);
      } catch (error) {
        form.set({ captchaAnswer: '' });
        onFailed();
        throw error;
      }
    },
  });
  return form;
}

/** A login that needs a second factor returns a challenge instead of a token. */
export async function challengeIn(response: Response): Promise<Challenge | null> {
  if (response.headers.get('Authorization')) return null;
  const { data } = (await response.clone().json()) as {
    data: { record?: Asked & { secondFactor?: boolean } };
  };
  return data.record?.secondFactor ? challengeOf(data.record) : null;
}

/** The session, and the recovery codes of an app that was set up with this login. */
export async function endLogin(factorRef: string, factorCode: string, tenantCode: string) {
  const body = { factorRef, factorCode, tenantCode };
  const response = await send({ ...openCall, resource: 'usermasterlogin', body });
  // The codes are shown once and never stored with the session.
  const { recoveryCodes, ...auth } = (await beginSession(response)) as Auth & { recoveryCodes?: string[] };
  return { auth, recoveryCodes };
}

const passwordOnly: Choices = { providers: [], passwordLogin: true };

/** Until the methods are known, and where loading fails, offer user id and password. */
export function useChoices(entityCode: string): Choices {
  const load = useCallback(() => signOnChoices(entityCode), [entityCode]);
  const { data } = useLoaded(entityCode ? load : undefined);
  return data ?? passwordOnly;
}
