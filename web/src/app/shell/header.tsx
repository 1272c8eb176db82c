import { UnstyledButton } from '@mantine/core';
import { IconHelpCircle, IconHome2, IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '@/components/language-switch';
import { NotificationBell } from '@/features/notifications';
import { Breadcrumb } from './breadcrumb';
import classes from './header.module.css';
import { openSearch } from './lazy-search';
import { UserMenu } from './user-menu';

const icon = { size: 19, stroke: 1.6, 'aria-hidden': true } as const;

export function Header({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation();
  return (
    <header className={`${classes.root} row gap-6 line-below`}>
      <div className={classes.phone}>
        <UnstyledButton className={classes.icon} aria-label={t('ui.shell.menu')} onClick={onMenu}>
          <IconMenu2 {...icon} />
        </UnstyledButton>
      </div>
      <div className={`${classes.desk} flex narrow`}>
        <Breadcrumb />
      </div>
      <span className="grow" />
      <div className={classes.phone}>
        <UnstyledButton className={classes.icon} aria-label={t('ui.shell.search')} onClick={openSearch}>
          <IconSearch {...icon} />
        </UnstyledButton>
      </div>
      <LanguageSwitch />
      <div className={`${classes.desk} flex narrow`}>
        <IconLink to="/auth/home" name={t('ui.shell.home')}>
          <IconHome2 {...icon} />
        </IconLink>
      </div>
      <NotificationBell className={classes.icon} />
      <div className={`${classes.desk} flex narrow`}>
        <IconLink to="/auth/contact" name={t('ui.shell.contact')}>
          <IconHelpCircle {...icon} />
        </IconLink>
      </div>
      <UserMenu />
    </header>
  );
}

function IconLink({ to, name, children }: { to: string; name: string; children: React.ReactNode }) {
  return (
    <Link to={to} aria-label={name} title={name} className={classes.icon}>
      {children}
    </Link>
  );
}
