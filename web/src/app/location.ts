import { useSyncExternalStore } from 'react';
import { call } from '@/lib/api';
import { confirm } from '@/lib/feedback';
import { isProvider } from '@/lib/permissions';
import { session } from '@/lib/session';
import { endInAllTabs } from '@/lib/tabs';
import { forgetUnsaved } from '@/lib/unsaved';
import { keepPageLanguage } from '@/lib/wording';

/** Minimal navigation for places without the router: before login, after the session, in the portal. */
export function go(path: string, { replace = false } = {}) {
  if (replace) window.history.replaceState(null, '', path);
  else window.history.pushState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

function subscribe(listener: () => void) {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
}

export const usePath = () => useSyncExternalStore(subscribe, () => window.location.pathname);

const areas = ['auth', 'admin', 'requestor', 'sms'];

/** True for paths a logged-in user may visit. Everything else is Page Not Found. */
export const isStaffPath = (path: string) =>
  path === '/' || path === '/login' || areas.includes(path.split('/')[1] ?? '');

export const loginPath = (path: string) => (isProvider(path) ? '/provider/login' : '/auth');

/** Pages shown to everyone, logged in or not. */
type OpenPage = 'forgot' | 'reset' | 'sso';
export const openPageAt = (path: string) => /^\/auth\/(forgot|reset|sso)\/?$/.exec(path)?.[1] as OpenPage | undefined;

/** The login page, with the path to return to. */
export function loginWithReturn() {
  const { pathname, search } = window.location;
  const login = loginPath(pathname);
  const isPlain = /^\/((auth|login|provider|provider\/login)\/?)?$/.test(pathname) || openPageAt(pathname);
  return isPlain ? login : `${login}?next=${encodeURIComponent(pathname + search)}`;
}

/** Accepts only our own paths: a foreign `next` must not redirect people elsewhere. */
export function returnPath(search = window.location.search) {
  const next = new URLSearchParams(search).get('next') ?? '';
  const isOurs = /^\/(?![/\\])/.test(next) && !openPageAt(next);
  return isOurs && isStaffPath(next.split('?')[0] ?? '') ? next : '/auth/home';
}

/** The same for the portal, whose pages live under /provider. */
export function portalReturnPath(search = window.location.search) {
  const next = new URLSearchParams(search).get('next') ?? '';
  return isProvider(next) && !next.startsWith('/provider/login') ? next : '/provider/requests';
}

/** Plain links within this entry navigate without a page load. */
export function followLinks(isOurs: (path: string) => boolean) {
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const path = link?.getAttribute('href') ?? '';
    if (event.defaultPrevented || !isPlain || !link || link.hasAttribute('target') || !isOurs(path)) return;
    event.preventDefault();
    go(path);
    window.scrollTo(0, 0);
  };
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
}

const told = { area: 'sms', resource: 'usermasterlogout', body: {}, screenId: '', failure: 'inline' } as const;

/** Asks first. If the server does not answer, the session still ends in this browser. */
export async function logOut() {
  if (!(await confirm('logOut'))) return;
  await call(told).catch(() => undefined);
  await leave();
}

/** Ends the session in all tabs of the browser. The page reloads, so nothing of it stays in memory. */
export async function leave() {
  forgetUnsaved();
  endInAllTabs({ byUser: true });
  session.clear();
  await keepPageLanguage();
  window.location.assign(loginPath(window.location.pathname));
}
