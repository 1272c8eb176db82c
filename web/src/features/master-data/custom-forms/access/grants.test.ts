import { describe, expect, it } from 'vitest';
import { cellName } from '@/components/custom-forms/matrix-grid';
import { ACTIONS, coupled, csvOf, screenGroups } from './grants';

const cells = (...pairs: [string, string][]) => new Set(pairs.map(([row, column]) => cellName(row, column)));

describe('what a role may do', () => {
  it('includes access as soon as there is any action', () => {
    expect(coupled(new Set(), [cellName('S1', 'edit')], true)).toEqual(cells(['S1', 'edit'], ['S1', 'access']));
  });

  it('ends with access', () => {
    const all = new Set(ACTIONS.map((action) => cellName('S1', action)));
    const other = cellName('S2', 'view');
    expect(coupled(new Set([...all, other]), [cellName('S1', 'access')], false)).toEqual(new Set([other]));
    expect(coupled(all, [cellName('S1', 'copy')], false).size).toBe(ACTIONS.length - 1);
  });

  it('goes out as CSV, quoted where it must be', () => {
    const records = [
      { a: 'x', b: true },
      { a: 'say "a,b"', b: false },
    ];
    expect(csvOf(['a', 'b'], records)).toBe('a,b\nx,true\n"say ""a,b""",false');
  });

  it('is shown in three groups, and searched by name and code', () => {
    const screens = [
      { screenCode: 'SD-ADM-001', screenName: 'Branch Master', screenGroup: 'Admin Screen Access' },
      { screenCode: 'SD-SMS-002', screenName: 'User Master', screenGroup: 'SMS Screen Access' },
    ];
    const t = ((key: string, more?: { defaultValue?: string }) => more?.defaultValue ?? key) as never;
    expect(screenGroups(screens, '', t).map((group) => group.id)).toEqual(['SMS Screen Access', 'Admin Screen Access']);
    expect(screenGroups(screens, 'adm-0', t).flatMap((group) => group.rows.map((row) => row.id))).toEqual([
      'SD-ADM-001',
    ]);
    expect(screenGroups(screens, 'nothing', t)).toEqual([]);
  });
});
