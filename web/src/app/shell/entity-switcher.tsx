import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { initialsOf } from '@/components/brand-mark';
import { toast } from '@/lib/feedback';
import { type Branch, session, useAuth } from '@/lib/session';
import classes from './entity-switcher.module.css';
import { usePlaceNames } from './place-names';

/** Puts the session into another tenant and branch; everything shown is asked for again. */
function useSwitch() {
  const auth = useAuth();
  const queries = useQueryClient();
  return ({ tenantCode, branchCode }: Branch) => {
    session.setAuth({ ...auth, tenantCode, branchCode });
    return queries.resetQueries();
  };
}

export function EntitySwitcher() {
  const { t } = useTranslation();
  const auth = useAuth();
  const names = usePlaceNames();
  const switchTo = useSwitch();
  const tenants = [...new Set(auth.branches.map((branch) => branch.tenantCode))];
  const tenant = names.tenant(auth.tenantCode);

  const choose = (branch: Branch) => {
    switchTo(branch);
    const words = { tenant: names.tenant(branch.tenantCode), branch: names.branch(branch) };
    toast(t('ui.shell.switched', words), 'info');
  };

  return (
    <Menu position="bottom-start" width={280} keepMounted={false}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <span className={classes.logo} aria-hidden>
            {initialsOf(auth.displayName)}
          </span>
          <span className={classes.names}>
            <span className={classes.entity}>{auth.displayName}</span>
            <span className={classes.tenant}>{tenant}</span>
            <VisuallyHidden>{t('ui.shell.switcher')}</VisuallyHidden>
          </span>
          <IconSelector size={16} stroke={1.75} className={classes.arrows} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown} aria-label={t('ui.shell.tenantsAndBranches')}>
        {tenants.map((tenantCode) => (
          <Fragment key={tenantCode}>
            <Menu.Label>{names.tenant(tenantCode)}</Menu.Label>
            {auth.branches
              .filter((branch) => branch.tenantCode === tenantCode)
              .map((branch) => {
                const isCurrent =
                  branch.tenantCode === auth.tenantCode && branch.branchCode === auth.branchCode;
                return (
                  <Menu.Item
                    key={branch.branchCode}
                    onClick={() => choose(branch)}
                    aria-current={isCurrent || undefined}
                    rightSection={isCurrent && <IconCheck size={16} stroke={2} className={classes.check} />}
                  >
                    {names.branch(branch)}
                    <span className={classes.code}>{branch.branchCode}</span>
                  </Menu.Item>
                );
              })}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
