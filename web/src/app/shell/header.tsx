import { Box, Flex, UnstyledButton } from '@mantine/core';
import { IconHelpCircle, IconHome2, IconMenu2, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '@/components/language-switch';
import { NotificationBell } from '@/features/notifications';
import { call, options } from '@/lib/api';
import { screenAt } from '@/lib/permissions';
import { type Branch, type ScreenInfo, useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { usePageTitle } from '@/lib/wording';
import { groupOf } from './groups';
import { openSearch, UserMenu } from './header-menu';
import classes from './shell.module.css';

const icon = { size: 19, stroke: 1.6, 'aria-hidden': true } as const;

export function Header({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation();
  return (
    <header className={`${classes.root} ${looks.lineBelow}`}>
      <div className={classes.phone}>
        <UnstyledButton className={classes.icon} aria-label={t('ui.shell.menu')} onClick={onMenu}>
          <IconMenu2 {...icon} />
        </UnstyledButton>
      </div>
      <Box className={classes.desk} miw={0}>
        <Breadcrumb />
      </Box>
      <Box component="span" flex={1} />
      <div className={classes.phone}>
        <UnstyledButton className={classes.icon} aria-label={t('ui.shell.search')} onClick={openSearch}>
          <IconSearch {...icon} />
        </UnstyledButton>
      </div>
      <LanguageSwitch />
      <Box className={classes.desk} miw={0}>
        <IconLink to="/auth/home" name={t('ui.shell.home')}>
          <IconHome2 {...icon} />
        </IconLink>
      </Box>
      <NotificationBell className={classes.icon} />
      <Box className={classes.desk} miw={0}>
        <IconLink to="/auth/contact" name={t('ui.shell.contact')}>
          <IconHelpCircle {...icon} />
        </IconLink>
      </Box>
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

const accountPages: Record<string, string> = {
  '/auth/home': 'ui.shell.home',
  '/auth/profile': 'ui.shell.profile',
  '/auth/settings': 'ui.shell.settings',
  '/auth/settings/sign-in': 'ui.signInPolicy.title',
  '/auth/settings/proposals': 'ui.proposals.title',
  '/auth/contact': 'ui.shell.contact',
};

/** The request of a request page: what its address has where the screen's has a parameter. */
function subjectOf(path: string, screen: ScreenInfo | undefined) {
  const at = screen?.path.split('/').findIndex((part) => part.startsWith(':')) ?? -1;
  return at < 0 ? '' : path.split('/')[at];
}

/** Group / screen, with the screen code that people quote to support. */
function Breadcrumb() {
  const { t } = useTranslation();
  const auth = useAuth();
  const path = useLocation({ select: (location) => location.pathname });
  const screen = screenAt(path, auth);
  const page = accountPages[path];
  const group = (screen && groupOf(screen)) ?? (page && path !== '/auth/home' && 'account');
  const here = screen ? t(`screen.${screen.screenCode}`) : t(page ?? 'ui.shell.notFound.title');
  usePageTitle([subjectOf(path, screen), here].filter(Boolean).join(' · '));
  return (
    <nav aria-label={here}>
      <Flex component="ol" className={`${classes.crumbs} ${looks.plainList}`} align="center" gap={8} miw={0} fz="sm">
        {group && (
          <>
            <Box component="li" c="dimmed">
              {t(`ui.shell.group.${group}`)}
            </Box>
            <li className={classes.slash} aria-hidden>
              /
            </li>
          </>
        )}
        <Box component="li" fw={500} aria-current="page">
          {here}
        </Box>
        {screen && <li className={classes.chip}>{screen.screenCode}</li>}
      </Flex>
    </nav>
  );
}

interface Tenant {
  tenantCode: string;
  tenantName: string;
}
type NamedBranch = Branch & { branchName: string };

/** Screens that refer to branches, and those of requests; without one of them the call would be refused and logged. */
const knowBranches = /^SD-(ADM-001|SMS-001|SMS-002|BNK-.*|EDU-.*)$/;
const day = 86_400_000;

/** Names for the codes in the auth object. Shows the code until the names load, or where the user may not read them. */
export function usePlaceNames() {
  const { entityCode, screens } = useAuth();
  const mayAskBranches = screens.some(({ screenCode }) => knowBranches.test(screenCode));
  const tenants = useQuery({
    queryKey: ['tenant-names', entityCode],
    staleTime: day,
    queryFn: async () => {
      const body = { entityCode };
      const manner = { anonymous: true, failure: 'inline' } as const;
      const { data } = await call<Tenant>({ area: 'app', resource: 'tenancymaintenance', body, ...manner });
      return data.content ?? [];
    },
  });
  const branches = useQuery({
    queryKey: ['branch-names', entityCode],
    staleTime: day,
    enabled: mayAskBranches,
    queryFn: () => options<NamedBranch>({ area: 'admin', resource: 'branchmaster' }, '', { screenId: '' }),
  });
  return {
    tenant: (code: string) => tenants.data?.find((tenant) => tenant.tenantCode === code)?.tenantName ?? code,
    branch: ({ tenantCode, branchCode }: Branch) =>
      branches.data?.find((branch) => branch.tenantCode === tenantCode && branch.branchCode === branchCode)
        ?.branchName ?? branchCode,
  };
}
