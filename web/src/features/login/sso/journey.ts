import { call, send } from '@/lib/api';
import { beginSession } from '@/lib/begin-session';
import type { Challenge } from '@/lib/second-factor';
import type { Auth } from '@/lib/session';
import { challengeIn } from '../log-in';

/** State kept while the user is at the provider's page. */
interface Kept {
  ticket: string;
  /** Where to go after the login. */
  next: string;
  /** Milliseconds since the epoch. */
  goodUntil: number;
}

const key = 'signOn';

/** Provider pages are always https; this rejects script and other addresses. */
const isPage = (address: string) => /^https:\/\//i.test(address);

/** Navigates to the provider; the ticket stays in this tab. */
export function leaveFor(
  { authorizationUrl, ticket, expiresIn }: Begun,
  go: (address: string) => void = (address) => window.location.assign(address),
) {
  if (!isPage(authorizationUrl)) throw new TypeError('the page of the provider is not on https');
  const next = new URLSearchParams(window.location.search).get('next') ?? '';
  const kept: Kept = { ticket, next, goodUntil: Date.now() + expiresIn * 1000 };
  sessionStorage.setItem(key, JSON.stringify(kept));
  go(authorizationUrl);
}

export type Return = {
  /** The query of the login page, with where to go after it. */
  login: string;
} & (
  | { kind: 'ready'; ticket: string; code: string; state: string }
  /** The provider refused. */
  | { kind: 'denied' }
  /** The login was not started here, or too long ago. */
  | { kind: 'gone' }
);

function kept(): Kept | null {
  const found = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
  return found && found.goodUntil > Date.now() ? found : null;
}

/** Reads the provider's answer from the address. Changes nothing: React may call it twice. */
export function comeBack(): Return {
  const { hash, search } = window.location;
  const said = new URLSearchParams(hash.length > 1 ? hash.slice(1) : search);
  const begun = kept();
  const login = begun?.next ? `?next=${encodeURIComponent(begun.next)}` : '';
  if (!begun) return { kind: 'gone', login };
  if (said.has('error')) return { kind: 'denied', login };
  const code = said.get('code') ?? '';
  const state = said.get('state') ?? '';
  if (!code || !state) return { kind: 'gone', login };
  return { kind: 'ready', login, ticket: begun.ticket, code, state };
}

/** Forgets the ticket and removes the answer from the address: both are valid once. */
export function forgetReturn({ login }: Return) {
  sessionStorage.removeItem(key);
  window.history.replaceState(null, '', `${window.location.pathname}${login}`);
}

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

export async function beginSignOn(body: { entityCode: string; tenantCode: string; appCode: string }): Promise<Begun> {
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
export async function finishSignOn(body: { ticket: string; code: string; state: string }): Promise<SignOnStep> {
  const response = await send({ ...openCall, area: 'sms', resource: 'sso/finish', body });
  const challenge = await challengeIn(response);
  if (!challenge) return { auth: await beginSession(response) };
  const { data } = (await response.json()) as { data: { record: { tenantCode?: string | null } } };
  return { challenge, tenantCode: data.record.tenantCode ?? '' };
}
