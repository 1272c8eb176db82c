import { send } from '@/lib/api';
import { beginSession } from '@/lib/begin-session';
import { type Asked, type Challenge, challengeOf } from '@/lib/second-factor';
import type { Auth } from '@/lib/session';

/** A login that needs a second factor returns a challenge instead of a token. */
export async function challengeIn(response: Response): Promise<Challenge | null> {
  if (response.headers.get('Authorization')) return null;
  const { data } = (await response.clone().json()) as {
    data: { record?: Asked & { secondFactor?: boolean } };
  };
  return data.record?.secondFactor ? challengeOf(data.record) : null;
}

export async function endLogin(factorRef: string, factorCode: string, tenantCode: string): Promise<Auth> {
  const body = { factorRef, factorCode, tenantCode };
  const response = await send({
    area: 'sms',
    resource: 'usermasterlogin',
    body,
    anonymous: true,
    failure: 'inline',
  });
  return beginSession(response);
}
