import { can, moduleOf } from '@/lib/permissions';
import type { ScreenInfo } from '@/lib/session';

export type GroupName = 'work' | 'master' | 'users';

export interface Group {
  name: GroupName;
  screens: ScreenInfo[];
}

const names: [GroupName, string][] = [
  ['work', 'BNK'],
  ['master', 'ADM'],
  ['users', 'SMS'],
];

const wizards = ['SD-BNK-001', 'SD-EDU-001'];

/** Screens with a path parameter are opened from a record, not from a menu. Only users who may send a request create one. */
export const isMenuScreen = (screen: ScreenInfo) =>
  !screen.path.includes(':') && (!wizards.includes(screen.screenCode) || can(screen, 'edit'));

export const groupOf = (screen: ScreenInfo) =>
  names.find(([, module]) => moduleOf(screen.path) === module)?.[0];

/** Dashboard first, then what waits for the user, a new request, and the lists; the rest keeps its order. */
const daily = [
  'SD-BNK-003',
  'SD-BNK-009',
  'SD-BNK-001',
  'SD-EDU-001',
  'SD-BNK-002',
  'SD-BNK-005',
  'SD-BNK-006',
];
const placeOf = ({ screenCode }: ScreenInfo) => {
  const at = daily.indexOf(screenCode);
  return at < 0 ? daily.length : at;
};

/** The user's screens as sidebar groups; empty groups are left out. */
export function groupsOf(screens: ScreenInfo[]): Group[] {
  const shown = screens.filter(isMenuScreen).sort((one, other) => placeOf(one) - placeOf(other));
  return names
    .map(([name]) => ({ name, screens: shown.filter((screen) => groupOf(screen) === name) }))
    .filter((group) => group.screens.length > 0);
}

const dashboard = 'SD-BNK-003';

/** Target of "Get Started": the dashboard, or the first available screen. */
export function startOf(screens: ScreenInfo[]) {
  return screens.find(({ screenCode }) => screenCode === dashboard) ?? screens.find(isMenuScreen);
}
