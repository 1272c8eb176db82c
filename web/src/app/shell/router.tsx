import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '@/lib/url-state';
import { Frame } from './frame';
import { ScreenRoute } from './screen-route';

const root = createRootRoute({ component: Frame, notFoundComponent: ScreenRoute });

/** The pages every logged-in person has, whatever their screens. */
const page = <P extends string>(path: P, name: keyof typeof import('../routes/account')) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => import('../routes/account'), name),
  });

const leadTo = <P extends string>(path: P, to: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });

/** Screens are data of the session, so one route serves them all: see `screen-route`. */
const screens = createRoute({ getParentRoute: () => root, path: '$', component: ScreenRoute });

const routeTree = root.addChildren([
  leadTo('/', '/auth/home'),
  leadTo('/auth', '/auth/home'),
  page('/auth/home', 'HomeRoute'),
  page('/auth/profile', 'ProfileRoute'),
  page('/auth/settings', 'SettingsRoute'),
  page('/auth/settings/sign-in', 'SignInRoute'),
  page('/auth/contact', 'ContactRoute'),
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
