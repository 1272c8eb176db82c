import { call, send } from '@/lib/api';
import { beginSession } from '@/lib/begin-session';
import type { Challenge } from '@/lib/second-factor';
import type { Auth } from '@/lib/session';
import { challengeIn } from '../second-step/calls';

export interface Provider {
  appCode: string;
  hostName: string;
}

export interface Choices {
  providers: Provider[];
  /** True when login by user id and password is allowed. */
  passwordLogin: boolean;
}

const openCall = { anonymous: true, failure: 'inline' } as const;

/** The login methods of an entity's staff. */
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

/** Users of a provider may need our second factor as well. */
export type SignOnStep =
  | { auth: Auth; challenge?: undefined }
  | { auth?: undefined; challenge: Challenge; tenantCode: string };

/** Code, state and ticket go in the body, never in an address of ours. */
export async function finishSignOn(body: {
  ticket: string;
  code: string;
  state: string;
}): Promise<SignOnStep> {
  const response = await send({ ...openCall, area: 'sms', resource: 'sso/finish', body });
  const challenge = await challengeIn(response);
  if (!challenge) return { auth: await beginSession(response) };
  const { data } = (await response.json()) as { data: { record: { tenantCode?: string | null } } };
  return { challenge, tenantCode: data.record.tenantCode ?? '' };
}
