import { send } from '@/lib/api';
import { beginSession } from '@/lib/begin-session';
import type { Auth } from '@/lib/session';

export interface Credentials {
  entityCode: string;
  tenantCode: string;
  userId: string;
  password: string;
  captchaId: string;
  captchaAnswer: string;
}

/** Throws an ApiError with the server's words; its `fields` say which field is meant. */
export async function logIn(credentials: Credentials): Promise<Auth> {
  const response = await send({
    area: 'sms',
    resource: 'usermasterlogin',
    body: credentials,
    anonymous: true,
    failure: 'inline',
  });
  return beginSession(response);
}
