import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSelector } from '@tabler/icons-react';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyMenu, type MenuButton } from '@/components/lazy-menu';
import { initialsOf } from '@/components/marks';
import { createStore } from '@/lib/feedback';
import { retryImport, usePreload } from '@/lib/on-demand';
import { useAuth } from '@/lib/session';
import { usePlaceNames } from './header';
import classes from './shell.module.css';

export interface MenuProps {
  button: MenuButton;
}

interface Props {
  className: string | undefined;
  /** Content of the button. */
  children: ReactNode;
  /** Fetched on the user's first input, rendered on the first click. */
  load(): Promise<unknown>;
  Menu: ComponentType<MenuProps>;
}

export function HeaderMenu({ load, Menu, className, children }: Props) {
  usePreload(load);
  const button: MenuButton = (trigger) => (
    <UnstyledButton {...trigger} className={className}>
      {children}
    </UnstyledButton>
  );
  return (
    <LazyMenu kind="menu" button={button}>
      <Menu button={button} />
    </LazyMenu>
  );
}

const load = () => retryImport(() => import('./user-menu-items'));
const Items = lazy(load);

export function UserMenu() {
  const { t } = useTranslation();
  const { userName, userId } = useAuth();
  return (
    <HeaderMenu load={load} Menu={Items} className={classes.avatar}>
      <span aria-hidden>{initialsOf(userName || userId)}</span>
      <VisuallyHidden>{t('ui.shell.userMenu', { name: userName })}</VisuallyHidden>
    </HeaderMenu>
  );
}

const loadBranches = () => retryImport(() => import('./branch-menu'));
const Branches = lazy(loadBranches);

export function EntitySwitcher() {
  const { t } = useTranslation();
  const { displayName, tenantCode } = useAuth();
  const tenant = usePlaceNames().tenant(tenantCode);
  return (
    <HeaderMenu load={loadBranches} Menu={Branches} className={`${classes.target} row grow narrow rounded`}>
      <span className={`${classes.logo} middle fixed text-12 strong rounded`} aria-hidden>
        {initialsOf(displayName)}
      </span>
      <span className="grid grow narrow">
        <span className="text-13 strong cut tight" title={displayName}>
          {displayName}
        </span>
        <span className="text-12 muted cut tight" title={tenant}>
          {tenant}
        </span>
        <VisuallyHidden>{t('ui.shell.switcher')}</VisuallyHidden>
      </span>
      <IconSelector size={16} stroke={1.75} className="fixed muted" aria-hidden />
    </HeaderMenu>
  );
}

const ScreenSearch = lazy(() => import('./screen-search'));

/** Counts how often the screen search was opened. */
export const searchOpenings = createStore(0);
export const openSearch = () => searchOpenings.set(searchOpenings.get() + 1);

/** Ctrl K works everywhere, even while typing. The search itself loads when first opened. */
export function LazySearch() {
  const openings = searchOpenings.use();
  useHotkeys([['mod+K', openSearch]], []);
  return <Suspense>{openings > 0 && <ScreenSearch />}</Suspense>;
}
