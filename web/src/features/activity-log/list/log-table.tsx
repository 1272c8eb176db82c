import { memo } from 'react';
import { SkeletonRows, table } from '@/components/table';
import type { Definition, Field } from '@/lib/definitions';
import { useTranslation } from '@/lib/wording';
import classes from '../log.module.css';
import type { Line } from '../model/entry';
import { labelText, useEntryText } from '../words';
import { CellValue } from './cell';
import { moveFocus } from './move-focus';

export interface ListProps {
  definition: Definition;
  title: string;
  lines: Line[] | undefined;
  opened: string;
  expected: number;
  isNarrow: boolean;
  onOpen(id: string): void;
}

const telling = ['userId', 'actionPerformed', 'outcome', 'loginBranch', 'logoutDateTime'];

export function LogTable({ definition, title, lines, opened, expected, isNarrow, onOpen }: ListProps) {
  const { t } = useTranslation();
  const listed = definition.fields.filter(({ detail }) => !detail);
  const fields = listed.filter(({ name }, at) => !isNarrow || at === 0 || telling.includes(name));
  return (
    <table className={table.table} aria-label={title} aria-busy={!lines}>
      <thead>
        <tr>
          {fields.map(({ name }) => (
            <th key={name} scope="col">
              {labelText(t, definition.resource, name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={moveFocus}>
        {lines?.map((line) => (
          <Row key={line.id} line={line} fields={fields} isOpened={line.id === opened} onOpen={onOpen} />
        ))}
        {!lines && <SkeletonRows rows={expected} columns={fields.length} />}
      </tbody>
    </table>
  );
}

interface RowProps {
  line: Line;
  fields: Field[];
  isOpened: boolean;
  onOpen(id: string): void;
}

const Row = memo(function Row({ line, fields, isOpened, onOpen }: RowProps) {
  const [time, ...rest] = fields;
  const text = useEntryText();
  if (!time) return null;
  const titleOf = ({ name, type }: Field) => text(line.entry, name, type) || undefined;
  // A click works on the whole row; keyboards use the button in it.
  return (
    <tr className={table.row} data-open data-selected={isOpened || undefined} onClick={() => onOpen(line.id)}>
      <td>
        <button type="button" className={`${classes.open} py-4 strong`} aria-haspopup="dialog" data-line>
          <CellValue field={time} entry={line.entry} />
        </button>
      </td>
      {rest.map((field) => (
        <td key={field.name} className={table.cell} title={titleOf(field)}>
          <CellValue field={field} entry={line.entry} />
        </td>
      ))}
    </tr>
  );
});
