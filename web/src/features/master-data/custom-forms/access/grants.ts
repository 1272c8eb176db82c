import type { TFunction } from 'i18next';
import { type CellSet, cellName, type MatrixGroup, readCell, withCells } from '@/components/custom-forms/matrix-grid';
import { ApiError, type ImportResult, type Place, remove, update } from '@/lib/api';
import { importCsv } from '@/lib/api/transfer';
import { showResult } from '@/lib/feedback';
import { t } from '@/lib/wording';
import type { MasterRecord } from '../../model/definition';

export const ACTIONS = ['access', 'view', 'edit', 'delete', 'copy', 'close'] as const;

/** Every action requires access: granting one grants access, revoking access revokes them all. */
export function coupled(cells: CellSet, names: string[], isOn: boolean): Set<string> {
  const screens = names.map(readCell);
  if (isOn) {
    return withCells(cells, [...names, ...screens.map(([screen]) => cellName(screen, 'access'))], true);
  }
  const closed = screens.filter(([, action]) => action === 'access').map(([screen]) => screen);
  const lost = closed.flatMap((screen) => ACTIONS.map((action) => cellName(screen, action)));
  return withCells(cells, [...names, ...lost], false);
}

/** Records as CSV, which the server imports as one change: all or none. */
export function csvOf(columns: string[], records: Record<string, string | boolean>[]): string {
  const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const line = (values: string[]) => values.map(quoted).join(',');
  return [line(columns), ...records.map((record) => line(columns.map((name) => String(record[name]))))].join('\n');
}

const quietly = { success: 'none', failure: 'inline' } as const;

/** Creates records in one call that succeeds or fails as a whole. */
export async function saveAll(place: Place, columns: string[], records: Record<string, string | boolean>[]) {
  if (records.length === 0) return;
  const result: ImportResult = await importCsv(place, csvOf(columns, records), false);
  const fault = result.faults[0]?.errors[0]?.message;
  if (fault) throw new ApiError(422, fault);
  if (result.waiting?.length) tellWaiting(result.waiting.length);
}

/** Says how many records wait for a second person. */
export const tellWaiting = (count: number) =>
  showResult('W', [{ code: 'waitsForSecond', message: t('ui.proposals.rows', { count }) }]);

/** Maximum records per call. */
const MOST = 1000;

export async function removeAll(place: Place, keys: MasterRecord[]) {
  for (let at = 0; at < keys.length; at += MOST) await remove(place, keys.slice(at, at + MOST), quietly);
}

export async function updateAll(place: Place, records: MasterRecord[]) {
  for (const record of records) await update(place, record, quietly);
}

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
