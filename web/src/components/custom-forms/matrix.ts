/** A grid of switches as a set of cell names: the current and the stored state. */
export type CellSet = ReadonlySet<string>;

const BETWEEN = '\u0000';

export const cellName = (row: string, column: string) => row + BETWEEN + column;

export function readCell(name: string): [row: string, column: string] {
  const [row = '', column = ''] = name.split(BETWEEN);
  return [row, column];
}

export interface Differences {
  added: string[];
  removed: string[];
}

export function differences(before: CellSet, after: CellSet): Differences {
  return {
    added: [...after].filter((name) => !before.has(name)),
    removed: [...before].filter((name) => !after.has(name)),
  };
}

export function withCells(cells: CellSet, names: Iterable<string>, isOn: boolean): Set<string> {
  const next = new Set(cells);
  for (const name of names) {
    if (isOn) next.add(name);
    else next.delete(name);
  }
  return next;
}

export type Share = 'all' | 'some' | 'none';

/** How many of these cells are on: the state of the box that toggles them all. */
export function shareOf(cells: CellSet, names: string[]): Share {
  const on = names.filter((name) => cells.has(name)).length;
  if (on === 0) return 'none';
  return on === names.length ? 'all' : 'some';
}

/** The cell that an arrow key, Home or End leads to. */
export function nextCell(
  key: string,
  at: [number, number],
  rows: number,
  columns: number,
): [number, number] | null {
  const [row, column] = at;
  const inside = (value: number, length: number) => Math.min(Math.max(value, 0), length - 1);
  switch (key) {
    case 'ArrowUp':
      return [inside(row - 1, rows), column];
    case 'ArrowDown':
      return [inside(row + 1, rows), column];
    case 'ArrowLeft':
      return [row, inside(column - 1, columns)];
    case 'ArrowRight':
      return [row, inside(column + 1, columns)];
    case 'Home':
      return [row, 0];
    case 'End':
      return [row, columns - 1];
    default:
      return null;
  }
}
