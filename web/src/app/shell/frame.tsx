import { useDisclosure } from '@mantine/hooks';
import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnce } from '@/lib/on-demand';
import { ErrorBoundary } from '../start';
import { Header } from './header';
import { LazySearch } from './header-menu';
import classes from './shell.module.css';
import { Sidebar } from './sidebar';

const PhoneMenu = lazy(() => import('./phone-menu'));

/** Sidebar, header and the current screen. */
export function Frame() {
  const { t } = useTranslation();
  const [menuOpened, menu] = useDisclosure(false);
  const isMenuUsed = useOnce(menuOpened);
  // Use the match, not the address: the address changes first, and the old screen would mount again.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(menu.close, [path]);
  return (
    <div className={classes.frame}>
      <a className={`${classes.skip} py-8 px-16 rounded`} href="#content">
        {t('ui.shell.skip')}
      </a>
      <aside className={classes.side}>
        <Sidebar />
      </aside>
      <Suspense>{isMenuUsed && <PhoneMenu opened={menuOpened} onClose={menu.close} />}</Suspense>
      <div className="column narrow">
        <Header onMenu={menu.open} />
        <main id="content" tabIndex={-1} className={`${classes.main} grow full`}>
          <ErrorBoundary key={path}>
            <Outlet />
          </ErrorBoundary>
        </main>
      </div>
      <LazySearch />
    </div>
  );
}
