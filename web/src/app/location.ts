import { useSyncExternalStore } from 'react';

/** The little that is needed where the router is not loaded: before the login and after the session. */
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

/** Is it a place somebody logged in could go to? Everything else is Page Not Found. */
export const isStaffPath = (path: string) => path === '/' || areas.includes(path.split('/')[1] ?? '');

export const loginPath = (path: string) => (/^\/provider(\/|$)/.test(path) ? '/provider/login' : '/auth');

/** The login page, remembering where to return to. */
export function loginWithReturn() {
  const { pathname, search } = window.location;
  const isPlain = pathname === '/' || /^\/auth\/?$/.test(pathname);
  return isPlain ? '/auth' : `/auth?next=${encodeURIComponent(pathname + search)}`;
}

/** Only a path of our own: a foreign `next` must not lead people away. */
export function returnPath(search = window.location.search) {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^\/(?![/\\])/.test(next) && isStaffPath(next.split('?')[0] ?? '') ? next : '/auth/home';
}
