import { send } from '@/lib/api';
import { beginSession } from '@/lib/begin-session';
import type { Challenge } from '@/lib/second-factor';
import type { Auth } from '@/lib/session';
import { challengeIn } from './second-step/calls';

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
    area: 'sms',
    resource: 'usermasterlogin',
    body: credentials,
    anonymous: true,
    failure: 'inline',
  });
  const change = await changeIn(response);
  if (change) return { change };
  const challenge = await challengeIn(response);
  return challenge ? { challenge } : { auth: await beginSession(response) };
}
