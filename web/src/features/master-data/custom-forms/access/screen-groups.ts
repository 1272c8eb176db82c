import type { TFunction } from 'i18next';
import type { MatrixGroup } from '@/components/custom-forms/matrix-grid';
import type { MasterRecord } from '../../model/definition';

const GROUPS = ['SMS Screen Access', 'Admin Screen Access', 'Requestor Screen Access'];

/** The screens in their three groups, filtered by the search text. */
export function screenGroups(screens: MasterRecord[], q: string, t: TFunction): MatrixGroup[] {
  const needle = q.trim().toLowerCase();
  const rows = screens.map((screen) => {
    const code = String(screen.screenCode);
    const title = t(`screen.${code}`, { defaultValue: String(screen.screenName ?? code) });
    return { id: code, title, note: code, group: String(screen.screenGroup) };
  });
  const found = rows.filter((row) => `${row.title} ${row.id}`.toLowerCase().includes(needle));
  return GROUPS.map((group) => ({
    id: group,
    title: t(`group.${group}`),
    rows: found.filter((row) => row.group === group).map(({ id, title, note }) => ({ id, title, note })),
  })).filter((group) => group.rows.length > 0);
}
