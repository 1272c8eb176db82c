import { Box, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { OpenedMenu } from '@/components/opened-menu';
import { toast } from '@/lib/feedback';
import { type Branch, session, useAuth } from '@/lib/session';
import { usePlaceNames } from './header';
import type { MenuProps } from './header-menu';
import classes from './shell.module.css';

/** Moves the session to another tenant and branch and refetches everything shown. */
function useSwitch() {
  const auth = useAuth();
  const queries = useQueryClient();
  return ({ tenantCode, branchCode }: Branch) => {
    session.setAuth({ ...auth, tenantCode, branchCode });
    return queries.resetQueries();
  };
}

/** The branches the user may work in, by tenant. */
export default function BranchMenu({ button }: MenuProps) {
  const { t } = useTranslation();
  const { branches } = useAuth();
  const names = usePlaceNames();
  const tenants = [...new Set(branches.map((branch) => branch.tenantCode))];
  return (
    <OpenedMenu button={button} position="bottom-start" width={280}>
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
    </OpenedMenu>
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
      rightSection={isCurrent && <IconCheck size={16} stroke={2} color="var(--brand-text)" />}
    >
      {names.branch(branch)}
      <Box component="span" className={classes.code} fz="xs" c="dimmed">
        {branch.branchCode}
      </Box>
    </Menu.Item>
  );
}
