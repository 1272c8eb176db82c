import { Kbd, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconSearch, IconX } from '@tabler/icons-react';
import { Link, useMatches } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/components/icon-button';
import { queueScreen, useQueueHead } from '@/lib/review-queue';
import { type ScreenInfo, useAuth } from '@/lib/session';
import { type Group, groupsOf } from './groups';
import { EntitySwitcher, openSearch } from './header-menu';
import { screenIcon } from './screen-icons';
import classes from './shell.module.css';

export function Sidebar({ onClose }: { onClose?: () => void }) {
  const { t, i18n } = useTranslation();
  const { screens } = useAuth();
  const nav = useRef<HTMLElement>(null);
  // The match updates after the address: only then is its link marked as active.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a deep link may be far down the list
  useEffect(() => {
    const show = () =>
      nav.current?.querySelector('[data-status="active"]')?.scrollIntoView({ block: 'nearest' });
    show();
    // Fonts that load later are taller and would push the link out of view again.
    void document.fonts?.ready.then(show);
  }, [path, i18n.language]);
  return (
    <div className={`${classes.sidebarRoot} column`}>
      <div className={`${classes.top} row gap-4`}>
        <EntitySwitcher />
        {onClose && <IconButton Icon={IconX} size={44} label={t('ui.shell.closeMenu')} onClick={onClose} />}
      </div>
      <UnstyledButton className={classes.search} onClick={openSearch}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span className="grow">{t('ui.shell.search')}</span>
        <Kbd size="xs" className={`${classes.keys} medium muted`}>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <nav ref={nav} aria-label={t('ui.shell.navigation')} className={`${classes.nav} grow scroll-y`}>
        {groupsOf(screens).map((group) => (
          <NavGroup key={group.name} group={group} />
        ))}
      </nav>
    </div>
  );
}

function NavGroup({ group }: { group: Group }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(true);
  const id = `nav-${group.name}`;
  return (
    <section>
      <UnstyledButton
        className={classes.group}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {t(`ui.shell.group.${group.name}`)}
        <IconChevronDown size={14} stroke={1.75} className={classes.chevron} aria-hidden />
      </UnstyledButton>
      <ul id={id} className="plain-list mt-2" hidden={!opened}>
        {group.screens.map((screen) => (
          <NavItem key={screen.screenCode} screen={screen} />
        ))}
      </ul>
    </section>
  );
}

const most = 99;

/** How many documents wait for the user. */
function QueueBadge() {
  const { t } = useTranslation();
  const count = useQueueHead()?.count;
  if (!count) return null;
  return (
    <span className={`${classes.badge} text-11 strong figures pill-shape to-end`}>
      <span aria-hidden>{count > most ? `${most}+` : count}</span>
      <span className="unseen">{t('ui.queue.waiting', { count })}</span>
    </span>
  );
}

function NavItem({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const Icon = screenIcon(screen.screenCode);
  const name = t(`screen.${screen.screenCode}`);
  return (
    <li>
      <Link
        to={screen.path}
        className={`${classes.item} py-4 px-8 row gap-8 rounded`}
        title={name}
        activeOptions={{ includeSearch: false }}
      >
        <Icon size={17} stroke={1.6} className={`${classes.sidebarIcon} fixed muted`} aria-hidden />
        <span className={classes.label}>{name}</span>
        {screen.screenCode === queueScreen && <QueueBadge />}
      </Link>
    </li>
  );
}
