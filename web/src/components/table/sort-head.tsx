import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './table.module.css';

interface Props {
  name: string;
  label: string;
  /** The sort field, prefixed with a minus for descending. */
  sort: string | null;
  /** Right-aligns numbers. */
  isNumber?: boolean;
  onSort(name: string): void;
}

/** The header of a sortable column. */
export function SortHead({ name, label, sort, isNumber, onSort }: Props) {
  const isUp = sort === name;
  const isDown = sort === `-${name}`;
  return (
    <th
      scope="col"
      data-end={isNumber || undefined}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
    >
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
