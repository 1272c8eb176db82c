import type { Begun } from './calls';

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

export type Return =
  | { kind: 'ready'; ticket: string; code: string; state: string }
  /** The provider refused. */
  | { kind: 'denied' }
  /** The login was not started here, or too long ago. */
  | { kind: 'gone' };

function take(): Kept | null {
  const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
  sessionStorage.removeItem(key);
  return kept && kept.goodUntil > Date.now() ? kept : null;
}

/** Reads the provider's answer from the address and removes it there. */
export function comeBack(): Return {
  const { hash, search } = window.location;
  const said = new URLSearchParams(hash.length > 1 ? hash.slice(1) : search);
  const kept = take();
  const next = kept?.next ? `?next=${encodeURIComponent(kept.next)}` : '';
  window.history.replaceState(null, '', `${window.location.pathname}${next}`);
  if (!kept) return { kind: 'gone' };
  if (said.has('error')) return { kind: 'denied' };
  const code = said.get('code') ?? '';
  const state = said.get('state') ?? '';
  return code && state ? { kind: 'ready', ticket: kept.ticket, code, state } : { kind: 'gone' };
}
