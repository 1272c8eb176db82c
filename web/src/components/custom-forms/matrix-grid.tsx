import { Box, Flex } from '@mantine/core';
import { type ComponentProps, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import classes from './custom-forms.module.css';

interface MatrixRow {
  id: string;
  title: string;
  note?: string;
}

export interface MatrixGroup {
  id: string;
  title?: string;
  rows: MatrixRow[];
}

interface MatrixGridProps {
  label: string;
  /** Title of the first column. */
  corner: string;
  groups: MatrixGroup[];
  columns: MatrixRow[];
  cells: CellSet;
  /** The stored state: cells that differ from it are marked. */
  saved: CellSet;
  readOnly: boolean;
  onToggle: (names: string[], isOn: boolean) => void;
}

/** A grid of checkboxes with toggles per row, column and group. Arrow keys move, Space toggles. */
export function MatrixGrid(props: MatrixGridProps) {
  const { label, corner, groups, columns, cells, readOnly, onToggle } = props;
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState<[number, number]>([0, 0]);
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups]);
  const namesOf = (some: MatrixRow[], of: MatrixRow[]) =>
    some.flatMap((row) => of.map((column) => cellName(row.id, column.id)));

  function walk(event: KeyboardEvent) {
    const at = (event.target as HTMLElement).dataset.at?.split(',').map(Number);
    if (!at) return;
    const next = nextCell(event.key, [at[0] ?? 0, at[1] ?? 0], rows.length, columns.length + 1);
    if (!next) return;
    event.preventDefault();
    setActive(next);
    table.current?.querySelector<HTMLElement>(`[data-at="${next.join(',')}"]`)?.focus();
  }

  /** Roving tab index: Tab reaches one box, the arrow keys reach the others. */
  const place = (row: MatrixRow, column: number) => {
    const at: [number, number] = [rows.indexOf(row), column];
    const isActive = at[0] === Math.min(active[0], rows.length - 1) && at[1] === active[1];
    return { 'data-at': at.join(','), tabIndex: isActive ? 0 : -1, onFocus: () => setActive(at) };
  };

  const many = (names: string[], text: string) => ({
    share: shareOf(cells, names),
    label: text,
    disabled: readOnly || names.length === 0,
    onToggle: (isOn: boolean) => onToggle(names, isOn),
  });

  return (
    <section className={`${classes.frame} ${looks.card}`} aria-label={label} tabIndex={readOnly ? 0 : undefined}>
      <Box ref={table} component="table" className={classes.table} w="100%" fz="sm" onKeyDown={walk}>
        <thead className={classes.head}>
          <tr className={classes.line}>
            <Box
              scope="col"
              component="th"
              className={`${classes.headCell} ${classes.corner} ${looks.lineBelow}`}
              fw={500}
              c="dimmed"
            >
              <span className={classes.cornerTitle}>{corner}</span>
              <span className={classes.everywhere}>{t('ui.form.matrix.everywhere')}</span>
            </Box>
            {columns.map((column) => (
              <Box
                key={column.id}
                scope="col"
                component="th"
                className={`${classes.headCell} ${classes.column} ${looks.lineBelow}`}
                fw={500}
                c="dimmed"
              >
                <GridBox {...many(namesOf(rows, [column]), t('ui.form.matrix.column', { name: column.title }))} />
                <Box
                  component="span"
                  className={classes.columnTitle}
                  display="block"
                  title={column.note ?? column.title}
                >
                  {column.title}
                </Box>
                {column.note && (
                  <Box component="span" className={classes.matrixNote} fz="xs" fw={400} c="dimmed">
                    {column.note}
                  </Box>
                )}
              </Box>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.id} className={classes.body}>
            {group.title && (
              <tr className={classes.line}>
                <Box
                  component="th"
                  className={`${classes.groupTitle} ${looks.lineBelow}`}
                  fz="sm"
                  fw={600}
                  scope="rowgroup"
                  colSpan={columns.length + 1}
                >
                  <GridBox {...many(namesOf(group.rows, columns), t('ui.form.matrix.group', { name: group.title }))} />
                  {group.title}
                </Box>
              </tr>
            )}
            {group.rows.map((row) => (
              <tr key={row.id} className={classes.line}>
                <Flex
                  scope="row"
                  component="th"
                  className={`${classes.row} ${looks.lineBelow}`}
                  align="center"
                  gap={8}
                  fw={500}
                >
                  <GridBox
                    {...many(namesOf([row], columns), t('ui.form.matrix.row', { name: row.title }))}
                    {...place(row, 0)}
                  />
                  <Box component="span" className={looks.break} miw={0}>
                    <span title={row.title}>{row.title}</span>
                    {row.note && (
                      <Box component="span" className={classes.matrixNote} fz="xs" fw={400} c="dimmed">
                        {row.note}
                      </Box>
                    )}
                  </Box>
                </Flex>
                {columns.map((column, at) => (
                  <Cell key={column.id} {...props} row={row} column={column} place={place(row, at + 1)} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </Box>
    </section>
  );
}

interface CellProps extends MatrixGridProps {
  row: MatrixRow;
  column: MatrixRow;
  place: object;
}

function Cell({ row, column, cells, saved, readOnly, onToggle, place }: CellProps) {
  const name = cellName(row.id, column.id);
  const isOn = cells.has(name);
  const isChanged = isOn !== saved.has(name);
  return (
    <td className={`${classes.cell} ${looks.lineBelow}`} data-changed={isChanged || undefined}>
      <GridBox
        share={isOn ? 'all' : 'none'}
        label={`${column.title}, ${row.title}`}
        text={column.title}
        disabled={readOnly}
        onToggle={(next) => onToggle([name], next)}
        {...place}
      />
    </td>
  );
}

interface GridBoxProps extends Omit<ComponentProps<'input'>, 'onToggle'> {
  share: Share;
  label: string;
  /** Shown beside the box on phones, where columns have no header. */
  text?: string;
  onToggle: (isOn: boolean) => void;
}

/** A native checkbox: a grid has hundreds of them, too many for library components. */
function GridBox({ share, label, text, onToggle, ...rest }: GridBoxProps) {
  return (
    <label className={classes.boxLabel}>
      <input
        {...rest}
        type="checkbox"
        className={classes.box}
        aria-label={label}
        checked={share === 'all'}
        ref={(input) => {
          if (input) input.indeterminate = share === 'some';
        }}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      {text && (
        <span className={classes.boxText} aria-hidden>
          {text}
        </span>
      )}
    </label>
  );
}

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

type Share = 'all' | 'some' | 'none';

/** How many of these cells are on: the state of the box that toggles them all. */
export function shareOf(cells: CellSet, names: string[]): Share {
  const on = names.filter((name) => cells.has(name)).length;
  if (on === 0) return 'none';
  return on === names.length ? 'all' : 'some';
}

/** The cell that an arrow key, Home or End leads to. */
export function nextCell(key: string, at: [number, number], rows: number, columns: number): [number, number] | null {
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
