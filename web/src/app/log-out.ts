import { call } from '@/lib/api';
import { confirm } from '@/lib/feedback';
import { session } from '@/lib/session';
import { forgetUnsaved } from '@/lib/unsaved';
import { keepPageLanguage } from '@/lib/wording';
import { loginPath } from './location';

const told = {
  area: 'sms',
  resource: 'usermasterlogout',
  body: {},
  screenId: '',
  failure: 'inline',
} as const;

/** Asks first. If the server does not answer, the session still ends in this browser. */
export async function logOut() {
  if (!(await confirm('logOut'))) return;
  await call(told).catch(() => undefined);
  await leave();
}

/** Ends the session in the browser. The page reloads, so nothing of it stays in memory. */
export async function leave() {
  forgetUnsaved();
  session.clear();
  await keepPageLanguage();
  window.location.assign(loginPath(window.location.pathname));
}
