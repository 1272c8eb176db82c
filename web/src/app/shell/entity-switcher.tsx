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
  const { branches } = useAuth();
  const names = usePlaceNames();
  const tenants = [...new Set(branches.map((branch) => branch.tenantCode))];
  return (
    <Menu position="bottom-start" width={280} keepMounted={false}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <CurrentPlace />
          <IconSelector size={16} stroke={1.75} className={classes.arrows} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown} aria-label={t('ui.shell.tenantsAndBranches')}>
        {tenants.map((tenantCode) => (
          <Fragment key={tenantCode}>
            <Menu.Label>{names.tenant(tenantCode)}</Menu.Label>
            {branches
              .filter((branch) => branch.tenantCode === tenantCode)
              .map((branch) => (
                <BranchItem key={branch.branchCode} branch={branch} />
              ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function CurrentPlace() {
  const { t } = useTranslation();
  const { displayName, tenantCode } = useAuth();
  const names = usePlaceNames();
  return (
    <>
      <span className={classes.logo} aria-hidden>
        {initialsOf(displayName)}
      </span>
      <span className={classes.names}>
        <span className={classes.entity}>{displayName}</span>
        <span className={classes.tenant}>{names.tenant(tenantCode)}</span>
        <VisuallyHidden>{t('ui.shell.switcher')}</VisuallyHidden>
      </span>
    </>
  );
}

function BranchItem({ branch }: { branch: Branch }) {
  const { t } = useTranslation();
  const { tenantCode, branchCode } = useAuth();
  const names = usePlaceNames();
  const switchTo = useSwitch();
  const isCurrent = branch.tenantCode === tenantCode && branch.branchCode === branchCode;
  const choose = () => {
    switchTo(branch);
    const words = { tenant: names.tenant(branch.tenantCode), branch: names.branch(branch) };
    toast(t('ui.shell.switched', words), 'info');
  };
  return (
    <Menu.Item
      onClick={choose}
      aria-current={isCurrent || undefined}
      rightSection={isCurrent && <IconCheck size={16} stroke={2} className={classes.check} />}
    >
      {names.branch(branch)}
      <span className={classes.code}>{branch.branchCode}</span>
    </Menu.Item>
  );
}
