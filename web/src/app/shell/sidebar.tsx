import { Kbd, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconSearch, IconStar, IconStarFilled, IconX } from '@tabler/icons-react';
import { Link, useMatches } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/components/icon-button';
import { useRemembered } from '@/lib/remembered';
import { queueScreen, useQueueHead } from '@/lib/review-queue';
import { type ScreenInfo, useAuth } from '@/lib/session';
import { type GroupName, groupsOf } from './groups';
import { EntitySwitcher, openSearch } from './header-menu';
import { screenIcon } from './screen-icons';
import classes from './shell.module.css';

export function Sidebar({ onClose }: { onClose?: () => void }) {
  const { t, i18n } = useTranslation();
  const { screens } = useAuth();
  const groups = groupsOf(screens);
  const [favourites, remember] = useRemembered('favourites');
  const starred = favourites.flatMap((code) => screens.filter(({ screenCode }) => screenCode === code));
  const star = (code: string) =>
    remember(
      favourites.includes(code) ? favourites.filter((known) => known !== code) : [...favourites, code],
    );
  const nav = useRef<HTMLElement>(null);
  // The match updates after the address: only then is its link marked as active.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a deep link may be far down the list
  useEffect(() => {
    const show = () =>
      nav.current?.querySelector('[data-status="active"]')?.scrollIntoView({ block: 'nearest' });
    show();
    // Fonts that load later are taller and would push the link out of view again.
    void document.fonts?.ready?.then(show);
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
        {starred.length > 0 && (
          <NavGroup name="favourites" isOpened screens={starred} favourites={favourites} onStar={star} />
        )}
        {groups.map((group, at) => (
          <NavGroup
            key={group.name}
            {...group}
            isOpened={at === 0 || group.screens.some((screen) => screen.path === path)}
            favourites={favourites}
            onStar={star}
          />
        ))}
      </nav>
    </div>
  );
}

interface GroupProps {
  name: GroupName | 'favourites';
  screens: ScreenInfo[];
  /** Until the user says otherwise. */
  isOpened: boolean;
  favourites: string[];
  onStar(screenCode: string): void;
}

function NavGroup({ name, screens, isOpened, favourites, onStar }: GroupProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<boolean>();
  const opened = chosen ?? isOpened;
  const id = `nav-${name}`;
  return (
    <section>
      <UnstyledButton
        className={classes.group}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setChosen(!opened)}
      >
        {t(`ui.shell.group.${name}`)}
        <IconChevronDown size={14} stroke={1.75} className={classes.chevron} aria-hidden />
      </UnstyledButton>
      <ul id={id} className="plain-list mt-2" hidden={!opened}>
        {screens.map((screen) => (
          <NavItem
            key={screen.screenCode}
            screen={screen}
            isFavourite={favourites.includes(screen.screenCode)}
            onStar={onStar}
          />
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
    <span className={`${classes.badge} tint-turn text-11 strong figures pill-shape to-end`}>
      <span aria-hidden>{count > most ? `${most}+` : count}</span>
      <span className="unseen">{t('ui.queue.waiting', { count })}</span>
    </span>
  );
}

interface ItemProps {
  screen: ScreenInfo;
  isFavourite: boolean;
  onStar(screenCode: string): void;
}

function NavItem({ screen, isFavourite, onStar }: ItemProps) {
  const { t } = useTranslation();
  const Icon = screenIcon(screen.screenCode);
  const name = t(`screen.${screen.screenCode}`);
  return (
    <li className={`${classes.entry} relative row`}>
      <Link
        to={screen.path}
        className={`${classes.item} py-4 px-8 row gap-8 grow narrow rounded`}
        title={name}
        activeOptions={{ includeSearch: false }}
      >
        <Icon size={17} stroke={1.6} className={`${classes.sidebarIcon} fixed muted`} aria-hidden />
        <span className={classes.label}>{name}</span>
        {screen.screenCode === queueScreen && <QueueBadge />}
      </Link>
      <UnstyledButton
        className={`${classes.star} middle fixed rounded`}
        aria-pressed={isFavourite}
        aria-label={t('ui.shell.favourite', { name })}
        onClick={() => onStar(screen.screenCode)}
      >
        {isFavourite ? (
          <IconStarFilled size={14} aria-hidden />
        ) : (
          <IconStar size={14} stroke={1.75} aria-hidden />
        )}
      </UnstyledButton>
    </li>
  );
}
