import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Password, SecondFactor, Sessions } from '@/features/account-security';
import { useByCode } from '@/lib/by-code';
import { useDefinition } from '@/lib/definitions';
import { can } from '@/lib/permissions';
import { type Action, useAuth } from '@/lib/session';
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
      <section className={`${classes.card} card py-20 px-24 phone-p-16`}>
        <h2>{t('ui.profile.account')}</h2>
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
      </section>
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
    <span className="flex wrap gap-6">
      {useAuth().branches.map((branch) => (
        <span
          key={`${branch.tenantCode}/${branch.branchCode}`}
          className="py-4 px-8 text-12 muted tint-neutral pill-shape"
        >
          {names.tenant(branch.tenantCode)} · {names.branch(branch)}
        </span>
      ))}
    </span>
  );
}

function ScreenTable() {
  const { t } = useTranslation();
  const { screens } = useAuth();
  return (
    <section className={`${classes.card} card py-20 px-24 phone-p-16 ${classes.tableCard}`}>
      <h2>{t('ui.profile.screens')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the table is wider than the screen and must scroll by keyboard too */}
      <section className="scroll-x" tabIndex={0} aria-label={t('ui.profile.screens')}>
        <table className={`${classes.table} full text-13`}>
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
                <td className="muted nowrap">{screen.screenCode}</td>
                {actions.map((action) => (
                  <td key={action} className={classes.mark}>
                    <Mark allowed={can(screen, action)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
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
      className={allowed ? 'good' : 'faint'}
      aria-label={t(allowed ? 'ui.profile.allowed' : 'ui.profile.notAllowed')}
    />
  );
}
