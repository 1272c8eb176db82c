import { Checkbox, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, memo } from 'react';
import type { RequestRow } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { type ColumnName, sorts } from '../model/columns';
import { fieldKeys } from '../parts/words';
import type { Places } from '../places';
import { Cell, numeric } from './cell';
import classes from './list.module.css';
import { RowMenu } from './row-menu';
import type { Selection } from './use-selection';

export interface RowsProps {
  title: string;
  rows: RequestRow[] | undefined;
  expected: number;
  selection: Selection | undefined;
  isSelecting: boolean;
  places: Places;
}

interface Props extends RowsProps {
  columns: ColumnName[];
  sort: string;
  onSort(field: string): void;
}

export function RequestTable({ title, rows, columns, sort, onSort, expected, selection, places }: Props) {
  const { t } = useTranslation();
  const chosen = rows?.filter(({ txnRefNo }) => selection?.rows.has(txnRefNo)).length ?? 0;
  const isAll = rows !== undefined && rows.length > 0 && chosen === rows.length;
  return (
    <table className={classes.table} aria-busy={rows === undefined}>
      <caption className={classes.unseen}>{title}</caption>
      <thead>
        <tr>
          {selection && (
            <th className={classes.tick} scope="col">
              <Checkbox
                size="xs"
                checked={isAll}
                indeterminate={chosen > 0 && !isAll}
                disabled={!rows?.length}
                onChange={() => selection.setAll(rows ?? [], !isAll)}
                aria-label={t('ui.master.selectAll')}
              />
            </th>
          )}
          {columns.map((name) => (
            <HeadCell key={name} name={name} sort={sort} onSort={onSort} />
          ))}
          <th className={classes.more} scope="col">
            <span className={classes.unseen}>{t('ui.master.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => (
          <Row
            key={row.txnRefNo}
            row={row}
            columns={columns}
            isSelected={selection?.rows.has(row.txnRefNo) ?? false}
            onSelect={selection?.set}
            places={places}
          />
        ))}
        {!rows && <SkeletonRows rows={expected} columns={columns.length + (selection ? 2 : 1)} />}
      </tbody>
    </table>
  );
}

interface HeadProps {
  name: ColumnName;
  sort: string;
  onSort(field: string): void;
}

function HeadCell({ name, sort, onSort }: HeadProps) {
  const { t } = useTranslation();
  const isUp = sort === name;
  const isDown = sort === `-${name}`;
  const label = t(fieldKeys(name));
  const end = numeric.includes(name) || undefined;
  if (!sorts.includes(name)) {
    return (
      <th scope="col" data-end={end}>
        {label}
      </th>
    );
  }
  return (
    <th scope="col" data-end={end} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}>
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
    </th>
  );
}

interface RowProps {
  row: RequestRow;
  columns: ColumnName[];
  isSelected: boolean;
  onSelect: Selection['set'] | undefined;
  places: Places;
}

/** Everything in a row that answers to a click itself. */
const own = 'a, button, input, label';

const Row = memo(function Row({ row, columns, isSelected, onSelect, places }: RowProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const to = (places.overview ?? places.details)?.(row.txnRefNo);
  // The whole row takes a click; keys and new tabs have the link in it.
  const open = (event: MouseEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest(own);
    if (to && !isElsewhere && window.getSelection()?.isCollapsed !== false) void navigate({ to });
  };
  return (
    <tr
      className={classes.row}
      data-selected={isSelected || undefined}
      data-open={to ? true : undefined}
      onClick={open}
    >
      {onSelect && (
        <td className={classes.tick}>
          <Checkbox
            size="xs"
            checked={isSelected}
            onChange={(event) => onSelect(row, event.currentTarget.checked)}
            aria-label={t('ui.master.select', { name: row.txnRefNo })}
          />
        </td>
      )}
      {columns.map((name) => (
        <Cell key={name} name={name} row={row} to={to} />
      ))}
      <td className={classes.more}>
        <RowMenu row={row} places={places} />
      </td>
    </tr>
  );
});

const widths = ['58%', '74%', '46%', '66%', '52%'];

/** As high as the rows that will replace them, so that nothing jumps. */
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
