import '@mantine/spotlight/styles.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { IconFileText, IconHelpCircle, IconHome2, IconSearch, IconSettings, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOfRequest, searchRequests } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { groupsOf } from './groups';
import { searchOpenings } from './header-menu';
import { ranked } from './rank';
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
      filter={ranked}
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
        actionLabel: classes.label,
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

const lists = ['SD-BNK-005', 'SD-BNK-002', 'SD-BNK-006'];
const [fewestLetters, mostFound, patience] = [3, 5, 250];

/** The screen under which the user may search requests; undefined without one. */
function useRequestSearch(): string | undefined {
  const { screens } = useAuth();
  return lists.find((code) => screens.some(({ screenCode }) => screenCode === code));
}

/** Server search for requests by reference, name or number. */
export function useFoundRequests(typed: string): SpotlightActionData[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const auth = useAuth();
  const screenId = useRequestSearch();
  const [q] = useDebouncedValue(typed.trim(), patience);
  const { data } = useQuery({
    queryKey: ['found-requests', auth.entityCode, auth.tenantCode, auth.userId, q],
    enabled: screenId !== undefined && q.length >= fewestLetters,
    queryFn: ({ signal }) =>
      searchRequests({ page: 0, size: mostFound, q }, { screenId, signal, quiet: true, failure: 'inline' }),
  });
  const list = auth.screens.find(({ screenCode }) => screenCode === screenId);
  const asked = typed.trim();
  if (!list || asked.length < fewestLetters) return [];
  // There at once, so that Enter works before the server has answered.
  const all: SpotlightActionData = {
    id: 'all-requests',
    label: t('ui.shell.searchFor', { text: asked }),
    keywords: [typed],
    onClick: () => navigate({ to: list.path, search: { q: asked } as never }),
  };
  if (q !== asked) return [all];
  const found = (data?.content ?? []).map(({ txnRefNo, customerName, transactionStatus }) => ({
    id: txnRefNo,
    label: customerName || txnRefNo,
    description: [txnRefNo, t(`status.${transactionStatus}`)].join(' · '),
    // The server already matched it, possibly by a field not shown here.
    keywords: [typed],
    onClick: () => navigate({ to: pathOfRequest(auth, txnRefNo) ?? '/auth/home' }),
  }));
  return [all, ...found];
}
