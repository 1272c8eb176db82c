import { session } from '@/lib/session';
import { addressOf } from './address';
import type { Call } from './types';

const shortestToken = 30;

/** Anything this short is a placeholder, not a token to renew. */
export const isRefreshable = (token: string) => token.length > shortestToken;

/** Empty when the token is not readable. */
function claimsOf(token: string): { exp?: unknown; sid?: unknown } {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    return JSON.parse(atob(part));
  } catch {
    return {};
  }
}

/** Milliseconds since the epoch, or undefined when the token is not readable. */
export function expiryOf(token: string): number | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp * 1000 : undefined;
}

/** The same for all tokens of a session. */
export function sessionIdOf(token: string): string | undefined {
  const { sid } = claimsOf(token);
  return typeof sid === 'string' ? sid : undefined;
}

/** The login calls and the refresh return the token in this response header. */
export function keepToken(response: Response) {
  const token = (response.headers.get('Authorization') ?? '').replace(/^Bearer\s+/i, '');
  if (token) session.setToken(token);
  return token !== '';
}

let running: Promise<boolean> | undefined;

type Passed = { old: string; fresh: string } | { stale: string };

/** Several tabs share a session: the token that one of them gets is passed on to the others. */
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('token') : undefined;
tabs?.addEventListener('message', ({ data }: MessageEvent<Passed>) => {
  const token = session.token();
  if ('old' in data && data.old === token) session.setToken(data.fresh);
  // A tab that slept may have missed a token.
  const isMine = 'stale' in data && sessionIdOf(data.stale) === (sessionIdOf(token) ?? '');
  if (isMine && data.stale !== token) tabs.postMessage({ old: data.stale, fresh: token });
});

/** How long after a refused refresh the token of another tab may still arrive. */
const otherTabWait = 300;

/** True once the token has been replaced by that of another tab, which was faster. */
function replacedByOtherTab(token: string): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => session.token() !== token && finish();
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve(session.token() !== token && session.token() !== '');
    };
    const unsubscribe = session.subscribe(check);
    const timer = setTimeout(finish, tabs ? otherTabWait : 0);
    tabs?.postMessage({ stale: token });
    check();
  });
}

async function run(): Promise<boolean> {
  const token = session.token();
  if (!isRefreshable(token)) return false;
  try {
    const response = await fetch(addressOf({ area: 'sms', resource: 'refreshtokenjwt', screenId: '' }), {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    if (!response.ok) return replacedByOtherTab(token);
    // The session may have ended meanwhile; its answer must not restore a token.
    if (session.token() !== token || !keepToken(response)) return false;
    tabs?.postMessage({ old: token, fresh: session.token() });
    return true;
  } catch {
    return false;
  }
}

/**
 * The old token dies with the new one, so concurrent callers share one refresh. A caller refused with a token that
 * has been replaced since takes the new one; refreshing again would only log out the others. Never throws.
 */
export function refreshToken(refused = session.token()): Promise<boolean> {
  const token = session.token();
  if (!running && token !== refused) return Promise.resolve(token !== '');
  running ??= run().finally(() => {
    running = undefined;
  });
  return running;
}

/** The spec: a save's body includes langCode, countryCode and entityCode of the session; transactions do not. */
export function withSession({ operation, area, body }: Call): unknown {
  const auth = session.auth();
  const isSave = operation === 'S' || operation === 'U';
  if (!auth || !isSave || area === 'transaction' || typeof body !== 'object') return body ?? {};
  const { userLanguage: langCode, countryCode, entityCode } = auth;
  // The record's own value wins: a template has its own langCode.
  return { langCode, countryCode, entityCode, ...body };
}
