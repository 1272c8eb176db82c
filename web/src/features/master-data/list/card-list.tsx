import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import { SkeletonCards, table } from '@/components/table';
import { useTranslation } from '@/lib/wording';
import type { Field, MasterRecord } from '../model/definition';
import type { Display } from '../words';
import { CodeLink } from './code-link';
import { RowMenu } from './row-menu';
import { StatusPill } from './status-pill';
import type { Rights, RowActions } from './types';
import type { RowsProps } from './use-rows';

interface Props extends RowsProps {
  label: string;
  caption: string;
  expected: number;
  /** Checkboxes show on request only: there is no room for them otherwise. */
  isSelecting: boolean;
}

/** The list on a phone: two lines per record, the same actions. */
export function CardList({ rows, columns, label, caption, expected, isSelecting, ...shared }: Props) {
  if (!rows) return <SkeletonCards expected={expected} />;
  return (
    <ul className={table.cards} aria-label={caption}>
      {rows.map((row) => (
        <Card
          key={row.key}
          record={row.record}
          rowKey={row.key}
          columns={columns}
          label={label}
          code={shared.code}
          display={shared.display}
          rights={shared.rights}
          actions={shared.actions}
          isSelecting={isSelecting}
          isSelected={shared.selection.has(row.key)}
        />
      ))}
    </ul>
  );
}

interface CardProps {
  record: MasterRecord;
  rowKey: string;
  columns: Field[];
  label: string;
  code: string | undefined;
  display: Display;
  rights: Rights;
  actions: RowActions;
  isSelecting: boolean;
  isSelected: boolean;
}

const IN_SECOND_LINE = 3;

const Card = memo(function Card({
  record,
  rowKey,
  columns,
  label,
  code,
  display,
  rights,
  actions,
  ...tick
}: CardProps) {
  const { t } = useTranslation();
  const first = columns.find((field) => field.name === label) ?? columns.find((field) => field.name === code);
  const rest = columns.filter((field) => field !== first && field.name !== 'status' && field.type !== 'bool');
  const title = (first && display(first, record)) || rowKey;
  const second = rest.map((field) => display(field, record)).filter(Boolean);
  return (
    <li className={table.card} data-selected={tick.isSelected || undefined}>
      {tick.isSelecting && (
        <Checkbox
          checked={tick.isSelected}
          onChange={(event) => actions.select(rowKey, event.currentTarget.checked)}
          aria-label={t('ui.master.select', { name: title })}
        />
      )}
      <div className={table.cardText}>
        <CodeLink text={title} rowKey={rowKey} actions={actions} />
        <span className={table.second}>{second.slice(0, IN_SECOND_LINE).join(' · ')}</span>
      </div>
      {typeof record.status === 'string' && <StatusPill value={record.status} />}
      <RowMenu size={44} name={title} rowKey={rowKey} rights={rights} actions={actions} />
    </li>
  );
});
