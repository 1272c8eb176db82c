import { Checkbox } from '@mantine/core';
import { SkeletonRows, SortHead, table } from '@/components/table';
import { useTranslation } from '@/lib/wording';
import type { Definition } from '../model/definition';
import { labelText } from '../words';
import { Row } from './row';
import type { RowsProps } from './use-rows';

interface Props extends RowsProps {
  definition: Definition;
  caption: string;
  sort: string | null;
  onSort(field: string): void;
  /** Number of skeleton rows while loading. */
  expected: number;
}

export function MasterTable({
  definition,
  caption,
  rows,
  columns,
  sort,
  onSort,
  expected,
  ...shared
}: Props) {
  const { t } = useTranslation();
  const { rights, selection } = shared;
  const chosen = rows?.filter((row) => selection.has(row.key)).length ?? 0;
  const isAll = rows !== undefined && rows.length > 0 && chosen === rows.length;
  return (
    <table className={table.table} aria-busy={rows === undefined}>
      <caption className={table.unseen}>{caption}</caption>
      <thead>
        <tr>
          {rights.delete && (
            <th className={table.tick} scope="col">
              <Checkbox
                size="xs"
                checked={isAll}
                indeterminate={chosen > 0 && !isAll}
                disabled={!rows || rows.length === 0}
                onChange={() => shared.selectAll(!isAll)}
                aria-label={t('ui.master.selectAll')}
              />
            </th>
          )}
          {columns.map(({ name, type }) => (
            <SortHead
              key={name}
              name={name}
              label={labelText(t, definition.resource, name)}
              isNumber={type === 'int'}
              sort={sort}
              onSort={onSort}
            />
          ))}
          <th className={table.more} scope="col">
            <span className={table.unseen}>{t('ui.master.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows ? (
          rows.map((row) => (
            <Row
              key={row.key}
              record={row.record}
              rowKey={row.key}
              columns={columns}
              code={shared.code}
              display={shared.display}
              isSelected={selection.has(row.key)}
              rights={rights}
              actions={shared.actions}
            />
          ))
        ) : (
          <SkeletonRows rows={expected} columns={columns.length + (rights.delete ? 2 : 1)} />
        )}
      </tbody>
    </table>
  );
}
