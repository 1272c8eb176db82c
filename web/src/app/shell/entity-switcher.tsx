import { VisuallyHidden } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { initialsOf } from '@/components/brand-mark';
import { retryImport } from '@/lib/on-demand';
import { useAuth } from '@/lib/session';
import classes from './entity-switcher.module.css';
import { HeaderMenu } from './header-menu';
import { usePlaceNames } from './place-names';

const load = () => retryImport(() => import('./branch-menu'));
const Branches = lazy(load);

export function EntitySwitcher() {
  const { t } = useTranslation();
  const { displayName, tenantCode } = useAuth();
  const tenant = usePlaceNames().tenant(tenantCode);
  return (
    <HeaderMenu load={load} Menu={Branches} className={classes.target}>
      <span className={classes.logo} aria-hidden>
        {initialsOf(displayName)}
      </span>
      <span className="grid grow narrow">
        <span className={classes.entity} title={displayName}>
          {displayName}
        </span>
        <span className={classes.tenant} title={tenant}>
          {tenant}
        </span>
        <VisuallyHidden>{t('ui.shell.switcher')}</VisuallyHidden>
      </span>
      <IconSelector size={16} stroke={1.75} className="fixed muted" aria-hidden />
    </HeaderMenu>
  );
}
