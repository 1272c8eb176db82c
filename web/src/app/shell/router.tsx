import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  useNavigate,
} from '@tanstack/react-router';
import { type ComponentType, useEffect } from 'react';
import { parseSearch, stringifySearch } from '@/lib/url-state';
import { Frame } from './frame';
import { ScreenRoute } from './screen-route';

const root = createRootRoute({ component: Frame, notFoundComponent: ScreenRoute });

/** Pages every logged-in user has. Each is its own chunk, so that the first one stays small. */
const page = <P extends string>(path: P, load: () => Promise<{ default: ComponentType }>) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load) });

const leadTo = <P extends string>(path: P, to: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });

/** Screens are session data, so one route serves them all: see `screen-route`. */
const screens = createRoute({ getParentRoute: () => root, path: '$', component: ScreenRoute });

const routeTree = root.addChildren([
  leadTo('/', '/auth/home'),
  leadTo('/auth', '/auth/home'),
  leadTo('/login', '/auth/home'),
  page('/auth/home', () => import('../routes/home')),
  page('/auth/profile', () => import('../routes/profile')),
  page('/auth/settings', () => import('../routes/settings')),
  page('/auth/settings/sign-in', () => import('../routes/sign-in')),
  page('/auth/contact', () => import('../routes/contact')),
  screens,
]);

export const createStaffRouter = () =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createStaffRouter>;
  }
}

export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    navigate({ to, replace: true });
  }, [navigate, to]);
  return null;
}
