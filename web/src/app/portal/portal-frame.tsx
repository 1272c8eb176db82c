import { ActionIcon } from '@mantine/core';
import {
  IconAlertCircle,
  IconCheck,
  IconFileText,
  IconInfoCircle,
  IconLogout,
  IconUserCircle,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '@/components/language-switch';
import { EntityMark } from '@/components/marks';
import { domain } from '@/lib/api';
import { onToast, type Toast } from '@/lib/feedback';
import { useLoaded } from '@/lib/loaded';
import { useAuth } from '@/lib/session';
import { logOut } from '../location';
import type { PortalPage } from './pages';
import classes from './portal.module.css';

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

export function PortalFrame({ page, children }: { page: PortalPage | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  const { displayName, entityCode } = useAuth();
  const { data: hostEntity } = useLoaded(hostEntityOf);
  const logo = hostEntity?.entityCode === entityCode ? hostEntity.logo : null;
  return (
    <div className={`${classes.page} column surface`}>
      <a className={`${classes.skip} py-8 px-12 rounded`} href="#content">
        {t('ui.provider.skip')}
      </a>
      <header className={`${classes.top} grid px-20 line-below`}>
        <EntityMark name={displayName} logo={logo} />
        <nav className={`${classes.nav} flex gap-4`} aria-label={t('ui.provider.navigation')}>
          {links.map(({ page: to, words, Icon }) => (
            <a key={to} href={`/provider/${to}`} className={classes.tab} aria-current={currentOf(to, page)}>
              <Icon size={18} stroke={1.75} aria-hidden />
              {t(words)}
            </a>
          ))}
        </nav>
        <LanguageSwitch />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('ui.provider.logout')}
          title={t('ui.provider.logout')}
          onClick={logOut}
        >
          <IconLogout size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </header>
      <main id="content" tabIndex={-1} className={`${classes.main} full`}>
        {children}
      </main>
      <PortalToast />
    </div>
  );
}

const icons = { good: IconCheck, info: IconInfoCircle, bad: IconAlertCircle };
const shownFor = 4_000;

/** One line at the bottom of the page; the staff notifications would outweigh the portal's own pages. */
export function PortalToast() {
  const [toast, setToast] = useState<Toast | null>(null);
  useEffect(() => onToast(setToast), []);
  useEffect(() => {
    const timer = toast && setTimeout(() => setToast(null), shownFor);
    return () => clearTimeout(timer ?? undefined);
  }, [toast]);
  const Icon = icons[toast?.tone ?? 'good'];
  return (
    <div role="status" className={`${classes.toastPlace} grid justify-center`}>
      {toast && (
        <p className={classes.toast} data-tone={toast.tone ?? 'good'}>
          <Icon size={18} stroke={2} aria-hidden />
          {toast.message}
        </p>
      )}
    </div>
  );
}
