import { VisuallyHidden } from '@mantine/core';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { initialsOf } from '@/components/brand-mark';
import { retryImport } from '@/lib/on-demand';
import { useAuth } from '@/lib/session';
import classes from './header.module.css';
import { HeaderMenu } from './header-menu';

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
