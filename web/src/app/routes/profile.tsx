import { Box, Flex, Text } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '@/components/card';
import { Password, SecondFactor, Sessions } from '@/features/account-security';
import { useByCode } from '@/lib/by-code';
import { useDefinition } from '@/lib/definitions';
import { can } from '@/lib/permissions';
import { type Action, useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { leave } from '../location';
import { usePlaceNames } from '../shell/header';
import { Facts, PageHead } from './facts';
import classes from './routes.module.css';

const actions: Action[] = ['view', 'edit', 'delete', 'copy', 'close'];

export default function ProfileRoute() {
  const { t } = useTranslation();
  const auth = useAuth();
  const names = usePlaceNames();
  const home = { tenantCode: auth.defaultTenantCode, branchCode: auth.defaultBranchCode };
  return (
    <>
      <PageHead title={t('ui.profile.title')} about={t('ui.profile.about')} />
      <Card>
        <Text component="h2" mb={12} fz="lg" fw={600}>
          {t('ui.profile.account')}
        </Text>
        <Facts
          facts={[
            [t('ui.profile.name'), auth.userName],
            [t('ui.profile.userId'), auth.userId],
            [t('ui.profile.userType'), useUserType(auth.userType)],
            [t('ui.profile.language'), t(`option.userLanguage.${auth.userLanguage}`)],
            [t('ui.profile.entity'), `${auth.displayName} (${auth.entityCode})`],
            [t('ui.profile.defaultTenant'), names.tenant(home.tenantCode)],
            [t('ui.profile.defaultBranch'), names.branch(home)],
            [t('ui.profile.access'), <Places key="places" />],
          ]}
        />
      </Card>
      <Password />
      <SecondFactor />
      <Sessions onEnded={() => void leave()} />
      <ScreenTable />
    </>
  );
}

/** Shows the entity's own name for it where the user may look it up. */
function useUserType(code: string) {
  const { t } = useTranslation();
  const { definition } = useDefinition('usertypemaintenance');
  const found = useByCode(definition ? [{ place: definition, key: 'userType', code }] : []);
  const [type] = found.usertypemaintenance ?? [];
  return type?.userTypeDesc ?? t(`option.userType.${code}`, { defaultValue: code });
}

function Places() {
  const names = usePlaceNames();
  return (
    <Flex component="span" wrap="wrap" gap={6}>
      {useAuth().branches.map((branch) => (
        <Box
          key={`${branch.tenantCode}/${branch.branchCode}`}
          component="span"
          px={8}
          py={4}
          fz="xs"
          c="dimmed"
          bg="var(--neutral-tint)"
          bdrs="var(--radius-pill)"
        >
          {names.tenant(branch.tenantCode)} · {names.branch(branch)}
        </Box>
      ))}
    </Flex>
  );
}

function ScreenTable() {
  const { t } = useTranslation();
  const { screens } = useAuth();
  return (
    <section className={`${classes.tableCard} ${looks.section} ${looks.card}`}>
      <h2>{t('ui.profile.screens')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the table is wider than the screen and must scroll by keyboard too */}
      <section className={looks.scrollX} tabIndex={0} aria-label={t('ui.profile.screens')}>
        <Box component="table" className={classes.table} w="100%" fz="sm">
          <thead>
            <tr>
              <th scope="col">{t('ui.profile.screen')}</th>
              <th scope="col">{t('ui.profile.code')}</th>
              {actions.map((action) => (
                <th key={action} scope="col" className={classes.mark}>
                  {t(`option.actionCode.${action}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {screens.map((screen) => (
              <tr key={screen.screenCode}>
                <td>{t(`screen.${screen.screenCode}`)}</td>
                <Box component="td" className={looks.nowrap} c="dimmed">
                  {screen.screenCode}
                </Box>
                {actions.map((action) => (
                  <td key={action} className={classes.mark}>
                    <Mark allowed={can(screen, action)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </section>
    </section>
  );
}

function Mark({ allowed }: { allowed: boolean }) {
  const { t } = useTranslation();
  const Icon = allowed ? IconCheck : IconMinus;
  return (
    <Icon
      size={16}
      stroke={2}
      role="img"
      color={allowed ? 'var(--ok)' : 'var(--ink-3)'}
      aria-label={t(allowed ? 'ui.profile.allowed' : 'ui.profile.notAllowed')}
    />
  );
}
