import { Box, Checkbox, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react';
import { IconButton } from '@/components/icon-button';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { ActionMenu, type MenuItem } from '../lazy-menu';
import classes from './list.module.css';
import type { Selection } from './state';

export interface Column {
  name: string;
  label: string;
  isNumber?: boolean;
  isSortable?: boolean;
}

/** How the rows of a list look. Must be stable, so that rows do not render again. */
export interface RowKind<R> {
  columns: Column[];
  keyOf(row: R): string;
  /** Names a row for its checkbox and menu. */
  nameOf(row: R, isCard: boolean): string;
  /** One `td` for each column. */
  cells(row: R): ReactNode;
  /** On a phone: the lines of a card, and what follows them. */
  card(row: R): ReactNode;
  cardEnd?(row: R): ReactNode;
  /** The card is one button of its own. */
  isCardWhole?: boolean;
  cardLines?: number;
  menu?(row: R): MenuItem[];
  /** A click anywhere in the row; keyboards and new tabs use the link in it. */
  open?(row: R): (() => void) | undefined;
  /** Shown in place of a record that cannot be read. */
  fault?(row: R): string | undefined;
  className?: string;
}

interface RowsProps<R> {
  kind: RowKind<R>;
  title: string;
  /** Undefined while loading. */
  rows: R[] | undefined;
  /** Number of skeleton rows while loading. */
  expected: number;
  sort: string;
  onSort(field: string): void;
  selection: Selection<R> | undefined;
  /** The key of the row that is open beside the list. */
  marked: string;
}

/** The up and down keys move through the rows whose first element is marked as a line. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const lines = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[data-line]'));
  const next = lines[lines.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function Table<R>({ kind, title, rows, expected, sort, onSort, selection, marked }: RowsProps<R>) {
  const { t } = useTranslation();
  const { columns, keyOf } = kind;
  const readable = rows?.filter((row) => !kind.fault?.(row)) ?? [];
  const chosen = readable.filter((row) => selection?.rows.has(keyOf(row))).length;
  const isAll = readable.length > 0 && chosen === readable.length;
  const extra = (selection ? 1 : 0) + (kind.menu ? 1 : 0);
  return (
    <table className={`${classes.table} ${kind.className ?? ''}`} aria-busy={rows === undefined}>
      <caption className={looks.unseen}>{title}</caption>
      <thead>
        <tr>
          {selection && (
            <th className={classes.tick} scope="col">
              <Checkbox
                size="xs"
                checked={isAll}
                indeterminate={chosen > 0 && !isAll}
                disabled={readable.length === 0}
                onChange={() => selection.set(readable, !isAll)}
                aria-label={t('ui.master.selectAll')}
              />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.name} column={column} sort={sort} onSort={onSort} />
          ))}
          {kind.menu && (
            <th className={classes.more} scope="col">
              <span className={looks.unseen}>{t('ui.master.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody onKeyDown={moveFocus}>
        {rows?.map((row) => (
          <Row
            key={keyOf(row)}
            row={row}
            kind={kind}
            onSelect={selection?.set}
            isSelected={selection?.rows.has(keyOf(row)) ?? false}
            isMarked={keyOf(row) === marked}
          />
        ))}
        {!rows && <SkeletonRows rows={expected} columns={columns.length + extra} />}
      </tbody>
    </table>
  );
}

interface HeadProps {
  column: Column;
  sort: string;
  onSort(field: string): void;
}

function Head({ column: { name, label, isNumber, isSortable }, sort, onSort }: HeadProps) {
  const isUp = sort === name;
  const isDown = sort === `-${name}`;
  return (
    <th scope="col" data-end={isNumber || undefined} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}>
      {isSortable ? (
        <button
          type="button"
          className={classes.sort}
          data-on={isUp || isDown || undefined}
          onClick={() => onSort(name)}
        >
          {label}
          {isUp && <IconArrowUp size={14} aria-hidden />}
          {isDown && <IconArrowDown size={14} aria-hidden />}
        </button>
      ) : (
        label
      )}
    </th>
  );
}

interface RowProps<R> {
  row: R;
  kind: RowKind<R>;
  onSelect: Selection<R>['set'] | undefined;
  isSelected: boolean;
  isMarked: boolean;
}

/** Elements of a row that handle clicks themselves. */
const own = 'a, button, input, label';

const Row = memo(function Row<R>({ row, kind, onSelect, isSelected, isMarked }: RowProps<R>) {
  const fault = kind.fault?.(row);
  if (fault) {
    return (
      <tr className={classes.row}>
        {onSelect && <td className={classes.tick} />}
        <td>{kind.keyOf(row)}</td>
        <td colSpan={kind.columns.length}>{fault}</td>
      </tr>
    );
  }
  const open = kind.open?.(row);
  const onClick = (event: MouseEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest(own);
    if (open && !isElsewhere && window.getSelection()?.isCollapsed !== false) open();
  };
  return (
    <tr
      className={classes.row}
      data-selected={isSelected || isMarked || undefined}
      data-open={open ? true : undefined}
      onClick={onClick}
    >
      {onSelect && (
        <td className={classes.tick}>
          <Tick row={row} kind={kind} onSelect={onSelect} isSelected={isSelected} size="xs" />
        </td>
      )}
      {kind.cells(row)}
      {kind.menu && (
        <td className={classes.more}>
          <RowMenu row={row} kind={kind} />
        </td>
      )}
    </tr>
  );
}) as <R>(props: RowProps<R>) => ReactNode;

interface TickProps<R> extends Omit<RowProps<R>, 'isMarked' | 'onSelect'> {
  onSelect: Selection<R>['set'];
  isCard?: boolean;
  size?: 'xs';
}

function Tick<R>({ row, kind, onSelect, isSelected, isCard = false, size }: TickProps<R>) {
  const { t } = useTranslation();
  return (
    <Checkbox
      size={size}
      checked={isSelected}
      onChange={(event) => onSelect([row], event.currentTarget.checked)}
      aria-label={t('ui.master.select', { name: kind.nameOf(row, isCard) })}
    />
  );
}

function RowMenu<R>({ row, kind, isCard = false }: { row: R; kind: RowKind<R>; isCard?: boolean }) {
  const { t } = useTranslation();
  if (kind.menu?.(row).length === 0) return null;
  return (
    <ActionMenu
      items={() => kind.menu?.(row) ?? []}
      button={(trigger) => (
        <IconButton
          Icon={IconDots}
          {...trigger}
          size={isCard ? 44 : 36}
          label={t('ui.master.actionsFor', { name: kind.nameOf(row, isCard) })}
        />
      )}
    />
  );
}

/** The list on a phone: two or more lines per record, the same actions. */
export function Cards<R>({ kind, title, rows, expected, selection, marked }: RowsProps<R>) {
  if (!rows) return <SkeletonCards expected={expected} lines={kind.cardLines} />;
  return (
    <ul className={`${classes.cards} ${looks.plainList} ${looks.lines}`} aria-label={title} onKeyDown={moveFocus}>
      {rows.map((row) => (
        <Card
          key={kind.keyOf(row)}
          row={row}
          kind={kind}
          onSelect={selection?.isOn ? selection.set : undefined}
          isSelected={selection?.rows.has(kind.keyOf(row)) ?? false}
          isMarked={kind.keyOf(row) === marked}
        />
      ))}
    </ul>
  );
}

const Card = memo(function Card<R>({ row, kind, onSelect, isSelected, isMarked }: RowProps<R>) {
  const fault = kind.fault?.(row);
  const mark = isSelected || isMarked || undefined;
  if (kind.isCardWhole) return <li data-selected={mark}>{kind.card(row)}</li>;
  return (
    <li className={classes.card} data-selected={mark}>
      {onSelect && !fault && <Tick row={row} kind={kind} onSelect={onSelect} isSelected={isSelected} isCard />}
      <div className={classes.cardText}>
        {fault ? (
          <>
            <span>{kind.keyOf(row)}</span>
            <span className={classes.second}>{fault}</span>
          </>
        ) : (
          kind.card(row)
        )}
      </div>
      {!fault && kind.cardEnd?.(row)}
      {!fault && kind.menu && <RowMenu row={row} kind={kind} isCard />}
    </li>
  );
}) as <R>(props: RowProps<R>) => ReactNode;

/** The text of a cell, or a dash if it is empty. */
export function TextCell({ text, title = text, ...rest }: { text: string; title?: string; isNumber?: boolean }) {
  return (
    <td className={classes.cell} data-end={rest.isNumber || undefined} title={title || undefined}>
      {text || <None />}
    </td>
  );
}

export const None = ({ text = '–' }) => (
  <Box component="span" c="var(--ink-3)">
    {text}
  </Box>
);

const widths = ['58%', '74%', '46%', '66%', '52%'];

/** Same height as the rows that replace them, so that the layout does not shift. */
function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} className={classes.row} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <Skeleton height={10} radius="sm" width={widths[(row + column) % widths.length]} />
        </td>
      ))}
    </tr>
  ));
}

/** On a phone: as many lines as a card has. */
function SkeletonCards({ expected, lines = 2 }: { expected: number; lines?: number }) {
  return Array.from({ length: Math.min(expected, 8) }, (_, at) => (
    <div key={at} className={classes.card} aria-hidden>
      <div className={classes.cardText}>
        <Skeleton height={14} width="60%" mb={8} />
        {Array.from({ length: lines - 1 }, (_, line) => (
          <Skeleton key={line} height={11} width={widths[2 + line]} mb={line < lines - 2 ? 6 : 0} />
        ))}
      </div>
    </div>
  ));
}

/** The first cell of a row that opens its details. */
export function LineButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <Box
      type="button"
      component="button"
      className={`${classes.lineButton} ${looks.plainButton}`}
      p={0}
      fw={600}
      bdrs="md"
      aria-haspopup="dialog"
      data-line
      onClick={onClick}
    >
      {children}
    </Box>
  );
}
