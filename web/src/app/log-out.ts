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

/**
 * Asks first. The server is told, but a server that does not answer keeps nobody logged in here.
 * The page is loaded anew, so that nothing of the session stays in memory either.
 */
export async function logOut() {
  if (!(await confirm('logOut'))) return;
  await call(told).catch(() => undefined);
  forgetUnsaved();
  session.clear();
  await keepPageLanguage();
  window.location.assign(loginPath(window.location.pathname));
}
