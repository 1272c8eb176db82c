import { can, dutyOf, moduleOf } from '@/lib/permissions';
import { queueScreen } from '@/lib/review-queue';
import type { Auth, ScreenInfo } from '@/lib/session';

/** The groups of the menu, in its order. Codes are those of the spec's screens, the most used first. */
const groups = {
  work: [
    'SD-BNK-003',
    'SD-BNK-009',
    'SD-BNK-001',
    'SD-EDU-001',
    'SD-BNK-002',
    'SD-BNK-005',
    'SD-BNK-006',
    'SD-BNK-010',
  ],
  organisation: ['SD-ADM-011', 'SD-ADM-001', 'SD-ADM-010', 'SD-ADM-022', 'SD-ADM-029'],
  customers: ['SD-SMS-009', 'SD-ADM-007', 'SD-ADM-026', 'SD-ADM-006', 'SD-ADM-013', 'SD-ADM-015', 'SD-ADM-021'],
  requests: ['SD-ADM-002', 'SD-ADM-003', 'SD-ADM-016', 'SD-ADM-017', 'SD-ADM-008'],
  documents: ['SD-ADM-027', 'SD-ADM-023', 'SD-ADM-018', 'SD-ADM-024', 'SD-ADM-025', 'SD-ADM-005'],
  users: [
    'SD-SMS-002',
    'SD-SMS-003',
    'SD-SMS-001',
    'SD-SMS-005',
    'SD-SMS-004',
    'SD-SMS-006',
    'SD-SMS-007',
    'SD-ADM-004',
    'SD-ADM-019',
  ],
  systems: ['SD-ADM-020', 'SD-ADM-028', 'SD-ADM-030', 'SD-ADM-031', 'SD-SMS-008', 'SD-ADM-014', 'SD-ADM-012'],
  logs: ['SD-SMS-010', 'SD-SMS-011', 'SD-SMS-014', 'SD-SMS-015', 'SD-ADM-009', 'SD-SMS-012', 'SD-SMS-013'],
} satisfies Record<string, string[]>;

export type GroupName = keyof typeof groups;
const names = Object.keys(groups) as GroupName[];

export interface Group {
  name: GroupName;
  screens: ScreenInfo[];
}

const wizards = ['SD-BNK-001', 'SD-EDU-001'];

/** Screens with a path parameter are opened from a record, not from a menu. Only users who may send a request create one. */
const isMenuScreen = (screen: ScreenInfo) =>
  !screen.path.includes(':') && (!wizards.includes(screen.screenCode) || can(screen, 'edit'));

/** Where a screen that no group names belongs. */
const usual: Record<string, GroupName> = { BNK: 'work', ADM: 'organisation', SMS: 'users' };

export const groupOf = ({ screenCode, path }: ScreenInfo): GroupName | undefined =>
  names.find((name) => (groups[name] as string[]).includes(screenCode)) ?? usual[moduleOf(path)];

/** The user's screens as groups of the menu; empty groups are left out. */
export function groupsOf(screens: ScreenInfo[]): Group[] {
  const placeIn = (name: GroupName, { screenCode }: ScreenInfo) => {
    const at = (groups[name] as string[]).indexOf(screenCode);
    return at < 0 ? groups[name].length : at;
  };
  return names
    .map((name) => ({
      name,
      screens: screens
        .filter((screen) => isMenuScreen(screen) && groupOf(screen) === name)
        .sort((one, other) => placeIn(name, one) - placeIn(name, other)),
    }))
    .filter((group) => group.screens.length > 0);
}

const dashboard = 'SD-BNK-003';

/** Target of "Get Started": for a reviewer the queue, otherwise the dashboard or the first screen of the menu. */
export function startOf(auth: Pick<Auth, 'screens' | 'businessActions'>): ScreenInfo | undefined {
  const screen = (code: string) => auth.screens.find(({ screenCode }) => screenCode === code);
  const queue = dutyOf(auth) === 'reviewer' ? screen(queueScreen) : undefined;
  return queue ?? screen(dashboard) ?? groupsOf(auth.screens)[0]?.screens[0];
}
