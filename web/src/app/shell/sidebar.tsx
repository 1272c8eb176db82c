import { Box, Flex, Group, Kbd, Stack, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconSearch, IconStar, IconStarFilled, IconX } from '@tabler/icons-react';
import { Link, useMatches } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/components/icon-button';
import { useRemembered } from '@/lib/remembered';
import { queueScreen, useQueueHead } from '@/lib/review-queue';
import { type ScreenInfo, useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
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
    remember(favourites.includes(code) ? favourites.filter((known) => known !== code) : [...favourites, code]);
  const nav = useRef<HTMLElement>(null);
  // The match updates after the address: only then is its link marked as active.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a deep link may be far down the list
  useEffect(() => {
    const show = () => nav.current?.querySelector('[data-status="active"]')?.scrollIntoView({ block: 'nearest' });
    show();
    // Fonts that load later are taller and would push the link out of view again.
    void document.fonts?.ready?.then(show);
  }, [path, i18n.language]);
  return (
    <Stack h="100%" gap={0}>
      <Group pt={12} px={12} pb={0} wrap="nowrap" gap={4}>
        <EntitySwitcher />
        {onClose && <IconButton Icon={IconX} size={44} label={t('ui.shell.closeMenu')} onClick={onClose} />}
      </Group>
      <UnstyledButton className={classes.search} onClick={openSearch}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <Box component="span" flex={1}>
          {t('ui.shell.search')}
        </Box>
        <Kbd size="xs" className={classes.keys} fw={500} c="dimmed">
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <Box
        ref={nav}
        aria-label={t('ui.shell.navigation')}
        component="nav"
        className={`${classes.nav} ${looks.scrollY}`}
        flex={1}
      >
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
      </Box>
    </Stack>
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
      <Box id={id} component="ul" className={looks.plainList} mt={2} hidden={!opened}>
        {screens.map((screen) => (
          <NavItem
            key={screen.screenCode}
            screen={screen}
            isFavourite={favourites.includes(screen.screenCode)}
            onStar={onStar}
          />
        ))}
      </Box>
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
    <Box
      component="span"
      className={looks.figures}
      py={1}
      px={6}
      ms="auto"
      fz={11}
      fw={600}
      c="var(--turn)"
      bg="var(--turn-tint)"
      bdrs="var(--radius-pill)"
    >
      <span aria-hidden>{count > most ? `${most}+` : count}</span>
      <span className={looks.unseen}>{t('ui.queue.waiting', { count })}</span>
    </Box>
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
    <Flex component="li" className={classes.entry} align="center" pos="relative">
      <Link
        to={screen.path}
        className={classes.item}
        style={{ flex: 1, minWidth: 0, paddingBlock: '4px', borderRadius: 'var(--radius)' }}
        title={name}
        activeOptions={{ includeSearch: false }}
      >
        <Icon size={17} stroke={1.6} className={classes.sidebarIcon} aria-hidden />
        <span className={classes.label}>{name}</span>
        {screen.screenCode === queueScreen && <QueueBadge />}
      </Link>
      <UnstyledButton
        className={classes.star}
        flex="none"
        bdrs="md"
        aria-pressed={isFavourite}
        aria-label={t('ui.shell.favourite', { name })}
        onClick={() => onStar(screen.screenCode)}
      >
        {isFavourite ? <IconStarFilled size={14} aria-hidden /> : <IconStar size={14} stroke={1.75} aria-hidden />}
      </UnstyledButton>
    </Flex>
  );
}
