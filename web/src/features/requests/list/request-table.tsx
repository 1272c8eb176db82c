import { Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, memo } from 'react';
import { SkeletonRows, SortHead, table } from '@/components/table';
import type { RequestRow } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { type ColumnName, sorts } from '../model/columns';
import type { RequestRoutes } from '../request-routes';
import { columnKeys } from '../shared/words';
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
  routes: RequestRoutes;
}

interface Props extends RowsProps {
  columns: ColumnName[];
  sort: string;
  onSort(field: string): void;
}

export function RequestTable({ title, rows, columns, sort, onSort, expected, selection, routes }: Props) {
  const { t } = useTranslation();
  const readable = rows?.filter((row) => !row.isUnreadable) ?? [];
  const chosen = readable.filter(({ txnRefNo }) => selection?.rows.has(txnRefNo)).length;
  const isAll = readable.length > 0 && chosen === readable.length;
  return (
    <table className={`${table.table} ${classes.dense}`} aria-busy={rows === undefined}>
      <caption className={table.unseen}>{title}</caption>
      <thead>
        <tr>
          {selection && (
            <th className={table.tick} scope="col">
              <Checkbox
                size="xs"
                checked={isAll}
                indeterminate={chosen > 0 && !isAll}
                disabled={readable.length === 0}
                onChange={() => selection.setAll(readable, !isAll)}
                aria-label={t('ui.master.selectAll')}
              />
            </th>
          )}
          {columns.map((name) => (
            <HeadCell key={name} name={name} sort={sort} onSort={onSort} />
          ))}
          <th className={table.more} scope="col">
            <span className={table.unseen}>{t('ui.master.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) =>
          row.isUnreadable ? (
            <tr key={row.txnRefNo} className={table.row}>
              {selection && <td className={table.tick} />}
              <td>{row.txnRefNo}</td>
              <td colSpan={columns.length}>{t('ui.requests.unreadable')}</td>
            </tr>
          ) : (
            <Row
              key={row.txnRefNo}
              row={row}
              columns={columns}
              isSelected={selection?.rows.has(row.txnRefNo) ?? false}
              onSelect={selection?.set}
              routes={routes}
            />
          ),
        )}
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
  const label = t(columnKeys(name));
  const end = numeric.includes(name) || undefined;
  if (!sorts.includes(name)) {
    return (
      <th scope="col" data-end={end}>
        {label}
      </th>
    );
  }
  return <SortHead name={name} label={label} isNumber={end} sort={sort} onSort={onSort} />;
}

interface RowProps {
  row: RequestRow;
  columns: ColumnName[];
  isSelected: boolean;
  onSelect: Selection['set'] | undefined;
  routes: RequestRoutes;
}

/** Elements of a row that handle clicks themselves. */
const own = 'a, button, input, label';

const Row = memo(function Row({ row, columns, isSelected, onSelect, routes }: RowProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const to = (routes.overview ?? routes.details)?.(row.txnRefNo);
  // A click works on the whole row; keyboards and new tabs use the link in it.
  const open = (event: MouseEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest(own);
    if (to && !isElsewhere && window.getSelection()?.isCollapsed !== false) void navigate({ to });
  };
  return (
    <tr
      className={table.row}
      data-selected={isSelected || undefined}
      data-open={to ? true : undefined}
      onClick={open}
    >
      {onSelect && (
        <td className={table.tick}>
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
      <td className={table.more}>
        <RowMenu row={row} routes={routes} />
      </td>
    </tr>
  );
});
