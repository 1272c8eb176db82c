import { options } from '@/lib/api';

/** An authorization level in the lists of options. */
export interface Level {
  authLevelDesc: string;
  levelNo: number;
  appliesTo: string | null;
}

export const levelPlace = { area: 'admin', resource: 'authlevel' } as const;

/** The levels that the master has for authorised parties, one for each number. */
export function partyLevels(levels: Level[]): { value: string; label: string }[] {
  const fits = ({ levelNo, appliesTo }: Level) => levelNo <= 3 && appliesTo !== 'Role';
  const byNumber = new Map<number, string>();
  for (const { levelNo, authLevelDesc } of levels.filter(fits)) {
    if (!byNumber.has(levelNo)) byNumber.set(levelNo, authLevelDesc);
  }
  return [...byNumber].sort().map(([levelNo, label]) => ({ value: String(levelNo), label }));
}

export const loadPartyLevels = async () => partyLevels(await options<Level>(levelPlace));
