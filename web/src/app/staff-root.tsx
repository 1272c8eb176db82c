import { lazy, Suspense, useEffect, useState } from 'react';
import { NotFound, PublicFrame } from '@/components/public-page';
import { ForgotPage, LoginPage, ResetPage, SsoPage } from '@/features/login';
import { expired } from '@/lib/feedback';
import { type Auth, isCustomer, session, useOptionalAuth } from '@/lib/session';
import { completeWording, keepPageLanguage, t } from '@/lib/wording';
import { followLinks, go, isStaffPath, loginPath, loginWithReturn, openPageAt, returnPath, usePath } from './location';

/** Loads the shell together with all words it may need. */
async function loadShell() {
  const [shell] = await Promise.all([import('./shell'), completeWording()]);
  return shell;
}

const Shell = lazy(loadShell);

/** Before login: only the login page or Page Not Found. After login: the shell with its router. */
export function StaffRoot() {
  const isExpired = expired.use();
  const auth = useOptionalAuth();
  const path = usePath();
  // While the Session Expired dialog is open, nothing of the ended session stays on screen.
  if (isExpired) return null;
  const isLoggedIn = auth !== null && !isCustomer(auth) && session.token() !== '';
  if (!isLoggedIn || openPageAt(path)) return <Anonymous path={path} />;
  return (
    <Suspense>
      <Shell />
    </Suspense>
  );
}

const isOpenPath = (path: string) => /^\/auth\/?$/.test(path) || openPageAt(path) !== undefined;

function Anonymous({ path }: { path: string }) {
  const [notice, setNotice] = useState('');
  const isKnown = isStaffPath(path);
  useEffect(() => followLinks(isOpenPath), []);
  useEffect(() => {
    if (isKnown && !isOpenPath(path)) go(loginWithReturn(), { replace: true });
  }, [isKnown, path]);
  if (!isKnown) {
    return (
      <PublicFrame>
        <NotFound login={loginPath(path)} />
      </PublicFrame>
    );
  }
  const open = openPageAt(path);
  const onReset = () => {
    setNotice(t('ui.reset.done'));
    // The new password ended all sessions of its owner, including this tab's.
    session.clear();
    keepPageLanguage();
    go('/auth', { replace: true });
  };
  return (
    <Suspense>
      {open === 'forgot' && <ForgotPage />}
      {open === 'reset' && <ResetPage onDone={onReset} />}
      {open === 'sso' && <SsoPage onDone={enter} />}
      {!open && <LoginPage notice={notice} onDone={enter} onEngaged={loadShell} />}
    </Suspense>
  );
}

/** Set the address first: the shell's router reads it as soon as the auth object is stored. */
function enter(auth: Auth) {
  go(returnPath(), { replace: true });
  session.setAuth(auth);
}
