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

/** Asks first. The server is told, but a server that does not answer keeps nobody logged in here. */
export async function logOut() {
  if (!(await confirm('logOut'))) return;
  await call(told).catch(() => undefined);
  await leave();
}

/** Ends the session on this side. The page is loaded anew, so that nothing of it stays in memory either. */
export async function leave() {
  forgetUnsaved();
  session.clear();
  await keepPageLanguage();
  window.location.assign(loginPath(window.location.pathname));
}
