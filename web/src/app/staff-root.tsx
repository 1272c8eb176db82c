import { lazy, Suspense, useEffect } from 'react';
import { NotFound } from '@/components/not-found';
import { PublicFrame } from '@/components/public-frame';
import { LoginPage } from '@/features/login';
import { expired } from '@/lib/feedback';
import { type Auth, session, useOptionalAuth } from '@/lib/session';
import { completeWording } from '@/lib/wording';
import { go, isStaffPath, loginPath, loginWithReturn, returnPath, usePath } from './location';

/** The shell and all the words it may need, in one go. */
async function loadShell() {
  const [shell] = await Promise.all([import('./shell'), completeWording()]);
  return shell;
}

const Shell = lazy(loadShell);

/** Before the login: the login page or Page Not Found, nothing heavier. After it: the shell with its router. */
export function StaffRoot() {
  const isExpired = expired.use();
  const isLoggedIn = useOptionalAuth() !== null && session.token() !== '';
  // While the Session Expired dialog stands, nothing of the ended session stays on the screen.
  if (isExpired) return null;
  if (!isLoggedIn) return <Anonymous />;
  return (
    <Suspense>
      <Shell />
    </Suspense>
  );
}

function Anonymous() {
  const path = usePath();
  const isKnown = isStaffPath(path);
  useEffect(() => {
    if (isKnown && !/^\/auth\/?$/.test(path)) go(loginWithReturn(), { replace: true });
  }, [isKnown, path]);
  if (!isKnown) {
    return (
      <PublicFrame>
        <NotFound login={loginPath(path)} />
      </PublicFrame>
    );
  }
  return <LoginPage onDone={enter} onEngaged={loadShell} />;
}

/** The address first: the shell's router starts from it as soon as the auth object stands. */
function enter(auth: Auth) {
  go(returnPath(), { replace: true });
  session.setAuth(auth);
}
