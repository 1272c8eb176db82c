import '@mantine/spotlight/styles.layer.css';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import {
  IconFileText,
  IconHelpCircle,
  IconHome2,
  IconSearch,
  IconSettings,
  IconUserCircle,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '@/lib/session';
import { useFoundRequests, useRequestSearch } from './found-requests';
import { groupsOf } from './groups';
import { searchOpenings } from './header-menu';
import { screenIcon } from './screen-icons';
import classes from './screen-search.module.css';

const pages = [
  { name: 'home', Icon: IconHome2 },
  { name: 'profile', Icon: IconUserCircle },
  { name: 'settings', Icon: IconSettings },
  { name: 'contact', Icon: IconHelpCircle },
];

/** Ctrl K: jump to any screen by name or code, and to any request by reference, name or number. */
export default function ScreenSearch() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { screens } = useAuth();
  const [typed, setTyped] = useState('');
  const found = useFoundRequests(typed).map((action) => ({
    ...action,
    leftSection: <IconFileText size={18} stroke={1.6} aria-hidden />,
  }));
  const prompt = t(useRequestSearch() ? 'ui.shell.searchAll' : 'ui.shell.searchScreens');
  // Once mounted, every opening toggles it, including the first.
  useEffect(() => {
    spotlight.open();
    return searchOpenings.subscribe(spotlight.toggle);
  }, []);

  const ofScreens = groupsOf(screens).map((group) => ({
    group: t(`ui.shell.group.${group.name}`),
    actions: group.screens.map(({ screenCode, path }): SpotlightActionData => {
      const Icon = screenIcon(screenCode);
      return {
        id: screenCode,
        label: t(`screen.${screenCode}`),
        description: screenCode,
        leftSection: <Icon size={18} stroke={1.6} aria-hidden />,
        onClick: () => navigate({ to: path }),
      };
    }),
  }));
  const ofPages = {
    group: t('ui.shell.group.account'),
    actions: pages.map(
      ({ name, Icon }): SpotlightActionData => ({
        id: name,
        label: t(`ui.shell.${name}`),
        leftSection: <Icon size={18} stroke={1.6} aria-hidden />,
        onClick: () => navigate({ to: `/auth/${name}` }),
      }),
    ),
  };

  return (
    <Spotlight
      actions={[...ofScreens, ofPages, { group: t('ui.shell.searchRequests'), actions: found }]}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      nothingFound={t('ui.shell.searchNone')}
      highlightQuery
      scrollable
      maxHeight={420}
      radius="lg"
      centered={false}
      yOffset={80}
      overlayProps={{ backgroundOpacity: 0.35 }}
      classNames={{
        action: classes.action,
        actionLabel: 'ink',
        actionDescription: classes.code,
        actionSection: classes.section,
        actionsGroup: classes.group,
      }}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} aria-hidden />,
        placeholder: prompt,
        'aria-label': prompt,
      }}
    />
  );
}
