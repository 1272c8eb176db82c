import { call } from '@/lib/api';
import { expireSession, idleEnd } from '@/lib/feedback';
import { type Auth, isCustomer, session } from '@/lib/session';
import { watchIdle, watchToken } from '@/lib/session-watch';
import { endInAllTabs, onActivityElsewhere, shareSession, tellActivity } from '@/lib/tabs';
import { applyTheme } from '@/lib/theme';

/** Roles may have changed since the auth object was stored; the chosen tenant and branch stay. */
async function renewAuth() {
  const before = session.auth();
  // Customers have no roles that could change, and the server does not answer them here.
  if (!before || isCustomer(before)) return;
  const { data } = await call<Auth>({ area: 'sms', resource: 'me', screenId: '', failure: 'inline' });
  if (!data.record || !session.auth()) return;
  const { tenantCode, branchCode } = before;
  const stays = data.record.branches.some(
    (branch) => branch.tenantCode === tenantCode && branch.branchCode === branchCode,
  );
  const auth = stays ? { ...data.record, tenantCode, branchCode } : data.record;
  if (JSON.stringify(auth) !== JSON.stringify(before)) session.setAuth(auth);
  session.setTheme(auth.theme);
  applyTheme(auth.theme);
}

function endIdle() {
  endInAllTabs({ byUser: false });
  expireSession();
}

/** Background tasks of a logged-in session. */
export function watchSession() {
  const stopSharing = shareSession();
  const stopIdle = watchIdle(endIdle, {
    onWarn: idleEnd.set,
    onActive: tellActivity,
    hearElsewhere: onActivityElsewhere,
  });
  const stopToken = watchToken();
  renewAuth().catch(() => undefined);
  return () => {
    stopSharing();
    stopIdle();
    stopToken();
  };
}
