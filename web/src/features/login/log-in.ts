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

/** The password opens the session, or a second factor is asked for. */
export type LoginStep = { auth: Auth; challenge?: undefined } | { auth?: undefined; challenge: Challenge };

/** Throws an ApiError with the server's words; its `fields` say which field is meant. */
export async function logIn(credentials: Credentials): Promise<LoginStep> {
  const response = await send({
    area: 'sms',
    resource: 'usermasterlogin',
    body: credentials,
    anonymous: true,
    failure: 'inline',
  });
  const challenge = await challengeIn(response);
  return challenge ? { challenge } : { auth: await beginSession(response) };
}
