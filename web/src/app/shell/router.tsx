import { Box, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useMatches,
  useNavigate,
} from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnce } from '@/lib/on-demand';
import { parseSearch, stringifySearch } from '@/lib/url-state';
import { ErrorBoundary } from '../start';
import { Header } from './header';
import { LazySearch } from './header-menu';
import { ScreenRoute } from './screen-route';
import classes from './shell.module.css';
import { Sidebar } from './sidebar';

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
  page('/auth/settings/proposals', () => import('../routes/proposals')),
  page('/auth/contact', () => import('../routes/contact')),
  screens,
]);

export const createStaffRouter = () =>
  createRouter({ routeTree, parseSearch, stringifySearch, scrollRestoration: true, defaultPreload: 'intent' });

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

const PhoneMenu = lazy(() => import('./phone-menu'));

/** Sidebar, header and the current screen. */
function Frame() {
  const { t } = useTranslation();
  const [menuOpened, menu] = useDisclosure(false);
  const isMenuUsed = useOnce(menuOpened);
  // Use the match, not the address: the address changes first, and the old screen would mount again.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(menu.close, [path]);
  return (
    <div className={classes.frame}>
      <Box component="a" className={classes.skip} px={16} py={8} bdrs="md" href="#content">
        {t('ui.shell.skip')}
      </Box>
      <aside className={classes.side}>
        <Sidebar />
      </aside>
      <Suspense>{isMenuUsed && <PhoneMenu opened={menuOpened} onClose={menu.close} />}</Suspense>
      <Stack gap={0} miw={0}>
        <Header onMenu={menu.open} />
        <Box id="content" tabIndex={-1} component="main" className={classes.main} flex={1} w="100%">
          <ErrorBoundary key={path}>
            <Outlet />
          </ErrorBoundary>
        </Box>
      </Stack>
      <LazySearch />
    </div>
  );
}
