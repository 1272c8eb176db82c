import { lazy, Suspense, useEffect, useState } from 'react';
import { NotFound, PublicFrame } from '@/components/public-page';
import { ProviderLogin } from '@/features/provider-login';
import { expired } from '@/lib/feedback';
import { isProvider } from '@/lib/permissions';
import { type Auth, isCustomer, session, useOptionalAuth } from '@/lib/session';
import { followLinks, go, loginPath, loginWithReturn, portalReturnPath, usePath } from '../location';
import { pageAt, takeLink } from './pages';

const load = () => import('./inside');
const Inside = lazy(load);

/** Before login: the login page or Page Not Found. After login: the portal's own pages. */
export function ProviderRoot() {
  const path = usePath();
  const auth = useOptionalAuth();
  const [link, setLink] = useState(takeLink);
  useEffect(() => followLinks(isProvider), []);
  // While the Session Expired dialog is open, nothing of the ended session stays on screen.
  if (expired.use()) return null;
  // A link always logs in as its owner, even while another user is logged in.
  const isLoggedIn = auth !== null && isCustomer(auth) && session.token() !== '' && link === '';
  if (!isLoggedIn) return <Anonymous path={path} link={link} onIn={() => setLink('')} />;
  return (
    <Suspense>
      <Inside path={path} />
    </Suspense>
  );
}

interface Props {
  path: string;
  link: string;
  onIn(): void;
}

function Anonymous({ path, link, onIn }: Props) {
  const isLogin = pageAt(path) === 'login' || link !== '';
  const isKnown = isLogin || pageAt(path) !== undefined;
  const isAtLogin = path.replace(/\/$/, '') === '/provider/login';
  useEffect(() => {
    if (isKnown && !isAtLogin) go(loginWithReturn(), { replace: true });
  }, [isKnown, isAtLogin]);
  if (!isKnown) {
    return (
      <PublicFrame>
        <NotFound login={loginPath(path)} />
      </PublicFrame>
    );
  }
  const enter = (auth: Auth) => {
    go(portalReturnPath(), { replace: true });
    session.setAuth(auth);
    onIn();
  };
  return <ProviderLogin link={link} onDone={enter} onEngaged={load} />;
}
