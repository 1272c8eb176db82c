import { useMatches } from '@tanstack/react-router';
import { Suspense } from 'react';
import { NotFound } from '@/components/not-found';
import { moduleOf, screenAt } from '@/lib/permissions';
import { type Auth, useAuth } from '@/lib/session';
import { loginPath } from '../location';
import { ComingSoon } from './coming-soon';
import { AccessCheck, LogScreen, MasterScreen } from './lazy-screens';
import { Redirect } from './redirect';
import { requestScreen } from './request-screens';
import { ScreenSkeleton } from './screen-skeleton';

/** `/admin` alone means the user's first admin screen. */
function firstOfArea(path: string, auth: Auth) {
  const [, area, ...rest] = path.replace(/\/$/, '').split('/');
  if (!area || rest.length > 0) return undefined;
  return auth.screens.find((screen) => screen.path.startsWith(`/${area}/`) && !screen.path.includes(':'));
}

const users = 'SD-SMS-002';

/** Renders the screen of the address if the user has it, otherwise Page Not Found. */
export function ScreenRoute() {
  const auth = useAuth();
  // Use the match, not the address: the address changes first, and a screen would render with the previous query.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  const isCheck = useMatches({ select: (matches) => 'check' in (matches.at(-1)?.search ?? {}) });
  const screen = screenAt(path, auth);
  const first = firstOfArea(path, auth);
  if (first) return <Redirect to={first.path} />;
  if (!screen) return <NotFound login={loginPath(path)} />;
  const Request = requestScreen(screen.screenCode);
  if (Request) {
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <Request key={screen.screenCode} screen={screen} />
      </Suspense>
    );
  }
  if (moduleOf(path) === 'BNK') return <ComingSoon screen={screen} />;
  if (screen.screenCode === users && isCheck) {
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <AccessCheck />
      </Suspense>
    );
  }
  const Screen = screen.kind === 'log' ? LogScreen : MasterScreen;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Screen key={screen.screenCode} screen={screen} />
    </Suspense>
  );
}
