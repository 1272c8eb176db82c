import { Box, Flex, Stack } from '@mantine/core';
import looks from '@/lib/theme/looks.module.css';
import '@mantine/core/styles/Skeleton.layer.css';
import {
  IconAlertCircle,
  IconCheck,
  IconDotsVertical,
  IconFileText,
  IconInfoCircle,
  IconUserCircle,
} from '@tabler/icons-react';
import { lazy, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/components/icon-button';
import { LanguageSwitch } from '@/components/language-switch';
import { LazyMenu, type MenuButton } from '@/components/lazy-menu';
import { EntityMark } from '@/components/marks';
import { NotFound } from '@/components/public-page';
import { ProviderProfile } from '@/features/provider-profile';
import { ProviderRequest, ProviderRequests } from '@/features/provider-requests';
import { domain } from '@/lib/api';
import { onToast, type Toast } from '@/lib/feedback';
import { useLoaded } from '@/lib/loaded';
import { retryImport, usePreload } from '@/lib/on-demand';
import { useAuth } from '@/lib/session';
import { usePageTitle } from '@/lib/wording';
import { go, loginPath, portalReturnPath } from '../location';
import { watchSession } from '../watch-session';
import { type PortalPage, pageAt, referenceAt } from './pages';
import classes from './portal.module.css';

/** All portal pages behind the login, fetched while the user types the code. */
export default function Inside({ path }: { path: string }) {
  const page = pageAt(path);
  const txnRefNo = referenceAt(path);
  useEffect(watchSession, []);
  usePageTitle(useTranslation().t(titles[page ?? ''] ?? ''));
  useEffect(() => {
    if (page === 'login') go(portalReturnPath(), { replace: true });
  }, [page]);
  return (
    <PortalFrame page={page}>
      {page === 'requests' && <ProviderRequests />}
      {txnRefNo && <ProviderRequest key={txnRefNo} txnRefNo={txnRefNo} />}
      {page === 'profile' && <ProviderProfile />}
      {page === undefined && <NotFound login={loginPath(path)} />}
    </PortalFrame>
  );
}

const titles: Record<string, string> = {
  requests: 'screen.providerRequests',
  request: 'screen.providerUpload',
  profile: 'screen.providerProfile',
};

const links = [
  { page: 'requests', words: 'screen.providerRequests', Icon: IconFileText },
  { page: 'profile', words: 'ui.provider.profileShort', Icon: IconUserCircle },
] as const;

/** A request is a page below My Requests. */
const currentOf = (to: PortalPage, page: PortalPage | undefined) => {
  if (to === page) return 'page';
  return to === 'requests' && page === 'request' ? true : undefined;
};

const hostEntityOf = async () => (await domain()).entity ?? null;

function PortalFrame({ page, children }: { page: PortalPage | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  const { displayName, entityCode } = useAuth();
  const { data: hostEntity } = useLoaded(hostEntityOf);
  const logo = hostEntity?.entityCode === entityCode ? hostEntity.logo : null;
  return (
    <Stack mih="100dvh" gap={0} bg="var(--surface)">
      <Box component="a" className={classes.skip} px={12} py={8} bdrs="md" href="#content">
        {t('ui.provider.skip')}
      </Box>
      <header className={`${classes.top} ${looks.lineBelow}`}>
        <EntityMark name={displayName} logo={logo} />
        <nav className={classes.nav} aria-label={t('ui.provider.navigation')}>
          {links.map(({ page: to, words, Icon }) => (
            <a key={to} href={`/provider/${to}`} className={classes.tab} aria-current={currentOf(to, page)}>
              <Icon size={18} stroke={1.75} aria-hidden />
              {t(words)}
            </a>
          ))}
        </nav>
        <LanguageSwitch />
        <PortalMenu />
      </header>
      <Box id="content" tabIndex={-1} component="main" className={classes.main} w="100%">
        {children}
      </Box>
      <PortalToast />
    </Stack>
  );
}

const loadMenu = () => retryImport(() => import('./portal-menu'));
const MenuItems = lazy(loadMenu);

function PortalMenu() {
  const { t } = useTranslation();
  usePreload(loadMenu);
  const button: MenuButton = (trigger) => (
    <IconButton {...trigger} Icon={IconDotsVertical} size={44} label={t('ui.provider.menu')} />
  );
  return (
    <LazyMenu kind="menu" button={button}>
      <MenuItems button={button} />
    </LazyMenu>
  );
}

const icons = { good: IconCheck, info: IconInfoCircle, bad: IconAlertCircle };
const shownFor = 4_000;

/** One line at the bottom of the page; the staff notifications would outweigh the portal's own pages. */
function PortalToast() {
  const [toast, setToast] = useState<Toast | null>(null);
  useEffect(() => onToast(setToast), []);
  useEffect(() => {
    const timer = toast && setTimeout(() => setToast(null), shownFor);
    return () => clearTimeout(timer ?? undefined);
  }, [toast]);
  const { t } = useTranslation();
  const tone = toast?.tone ?? 'good';
  const Icon = icons[tone];
  return (
    <Stack role="status" className={classes.toastPlace} align="center" gap={0}>
      {toast && (
        <Flex
          component="p"
          className={`${classes.toast} ${looks.card}`}
          display="inline-flex"
          align="center"
          m={0}
          px={16}
          py={12}
          fw={500}
          data-tone={tone}
        >
          <Icon size={18} stroke={2} aria-hidden />
          <span>
            {tone === 'good' && (
              <Box component="strong" display="block" fz="sm" fw={600}>
                {t('ui.feedback.popup.Success')}
              </Box>
            )}
            {toast.message}
          </span>
        </Flex>
      )}
    </Stack>
  );
}
