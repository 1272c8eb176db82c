import { call, send } from '@/lib/api';
import { beginSession } from '@/lib/begin-session';
import type { Auth } from '@/lib/session';

export interface Provider {
  appCode: string;
  hostName: string;
}

export interface Choices {
  providers: Provider[];
  /** Whether user id and password lead anywhere. */
  passwordLogin: boolean;
}

const openCall = { anonymous: true, failure: 'inline' } as const;

/** How the staff of an entity may log in. */
export async function signOnChoices(entityCode: string): Promise<Choices> {
  const { data } = await call<Choices>({ ...openCall, area: 'app', resource: 'sso', body: { entityCode } });
  return data.record as Choices;
}

export interface Begun {
  authorizationUrl: string;
  ticket: string;
  /** Seconds. */
  expiresIn: number;
}

export async function beginSignOn(body: {
  entityCode: string;
  tenantCode: string;
  appCode: string;
}): Promise<Begun> {
  const domain = window.location.hostname;
  const { data } = await call<Begun>({
    ...openCall,
    area: 'sms',
    resource: 'sso/begin',
    body: { ...body, domain },
  });
  return data.record as Begun;
}

/** Code, state and ticket go in the body: no address of ours carries them. */
export async function finishSignOn(body: { ticket: string; code: string; state: string }): Promise<Auth> {
  return beginSession(await send({ ...openCall, area: 'sms', resource: 'sso/finish', body }));
}
