import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import { table } from '@/components/table';
import { useTranslation } from '@/lib/wording';
import { type Field, isAny, type MasterRecord } from '../model/definition';
import type { Display } from '../words';
import { CodeLink } from './code-link';
import { RowMenu } from './row-menu';
import { StatusPill } from './status-pill';
import type { Rights, RowActions } from './types';

interface Props {
  record: MasterRecord;
  rowKey: string;
  columns: Field[];
  /** The column with the link. */
  code: string | undefined;
  display: Display;
  isSelected: boolean;
  rights: Rights;
  actions: RowActions;
}

export const Row = memo(function Row({
  record,
  rowKey,
  columns,
  code,
  display,
  isSelected,
  rights,
  actions,
}: Props) {
  const { t } = useTranslation();
  const name = columns[0] ? display(columns[0], record) : rowKey;
  return (
    <tr className={table.row} data-selected={isSelected || undefined}>
      {rights.delete && (
        <td className={table.tick}>
          <Checkbox
            size="xs"
            checked={isSelected}
            onChange={(event) => actions.select(rowKey, event.currentTarget.checked)}
            aria-label={t('ui.master.select', { name })}
          />
        </td>
      )}
      {columns.map((field) => (
        <Cell
          key={field.name}
          field={field}
          record={record}
          display={display}
          link={field.name === code ? rowKey : null}
          actions={actions}
        />
      ))}
      <td className={table.more}>
        <RowMenu name={name} rowKey={rowKey} rights={rights} actions={actions} />
      </td>
    </tr>
  );
});

interface CellProps {
  field: Field;
  record: MasterRecord;
  display: Display;
  link: string | null;
  actions: RowActions;
}

const Cell = memo(function Cell({ field, record, display, link, actions }: CellProps) {
  const { t } = useTranslation();
  const text = display(field, record);
  if (field.name === 'status' && typeof record.status === 'string') {
    return (
      <td>
        <StatusPill value={record.status} />
      </td>
    );
  }
  if (link !== null) {
    return (
      <td className={table.cell}>
        <CodeLink text={text} rowKey={link} actions={actions} />
      </td>
    );
  }
  return (
    <td className={table.cell} data-end={field.type === 'int' || undefined} title={text || undefined}>
      {text || <span className={table.none}>{isAny(field) ? t('ui.master.any') : '–'}</span>}
    </td>
  );
});
