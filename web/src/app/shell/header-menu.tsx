import { Box, Center, Flex, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSelector } from '@tabler/icons-react';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyMenu, type MenuButton } from '@/components/lazy-menu';
import { initialsOf } from '@/components/marks';
import { createStore } from '@/lib/feedback';
import { retryImport, usePreload } from '@/lib/on-demand';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
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

function HeaderMenu({ load, Menu, className, children }: Props) {
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
  const { displayName, tenantCode, logo } = useAuth();
  const tenant = usePlaceNames().tenant(tenantCode);
  return (
    <HeaderMenu load={loadBranches} Menu={Branches} className={classes.target}>
      {logo ? (
        <Box component="img" src={logo} alt="" className={classes.picture} flex="none" />
      ) : (
        <Center component="span" className={classes.logo} flex="none" fz="xs" fw={600} bdrs="md" aria-hidden>
          {initialsOf(displayName)}
        </Center>
      )}
      <Flex component="span" direction="column" flex={1} miw={0}>
        <Box component="span" className={looks.cut} fz="sm" fw={600} lh={1.4} title={displayName}>
          {displayName}
        </Box>
        <Box component="span" className={looks.cut} fz="xs" lh={1.4} c="dimmed" title={tenant}>
          {tenant}
        </Box>
        <VisuallyHidden>{t('ui.shell.switcher')}</VisuallyHidden>
      </Flex>
      <IconSelector size={16} stroke={1.75} color="var(--ink-2)" aria-hidden />
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
