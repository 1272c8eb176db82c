import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from '@/lib/wording';
import type { Definition, Field } from '../model/definition';
import { labelText } from '../words';
import classes from './list.module.css';
import { Row } from './Row';
import { SkeletonRows } from './SkeletonRows';
import type { RowsProps } from './use-rows';

interface Props extends RowsProps {
  definition: Definition;
  caption: string;
  sort: string | null;
  onSort(field: string): void;
  /** So many rows are expected while none are there. */
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
    <table className={classes.table} aria-busy={rows === undefined}>
      <caption className={classes.unseen}>{caption}</caption>
      <thead>
        <tr>
          {rights.delete && (
            <th className={classes.tick} scope="col">
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
          {columns.map((field) => (
            <HeadCell key={field.name} definition={definition} field={field} sort={sort} onSort={onSort} />
          ))}
          <th className={classes.more} scope="col">
            <span className={classes.unseen}>{t('ui.master.actions')}</span>
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
          <SkeletonRows rows={expected} columns={columns.length} withTick={rights.delete} />
        )}
      </tbody>
    </table>
  );
}

interface HeadProps {
  definition: Definition;
  field: Field;
  sort: string | null;
  onSort(field: string): void;
}

function HeadCell({ definition, field, sort, onSort }: HeadProps) {
  const { t } = useTranslation();
  const isUp = sort === field.name;
  const isDown = sort === `-${field.name}`;
  return (
    <th scope="col" data-type={field.type} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}>
      <button
        type="button"
        className={classes.sort}
        data-on={isUp || isDown || undefined}
        onClick={() => onSort(field.name)}
      >
        {labelText(t, definition.resource, field.name)}
        {isUp && <IconArrowUp size={14} aria-hidden />}
        {isDown && <IconArrowDown size={14} aria-hidden />}
      </button>
    </th>
  );
}
