import { type CellSet, cellName, readCell, withCells } from '@/components/custom-forms/matrix-grid';

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
  return [line(columns), ...records.map((record) => line(columns.map((name) => String(record[name]))))].join(
    '\n',
  );
}
