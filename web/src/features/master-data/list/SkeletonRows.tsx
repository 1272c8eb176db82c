import { Skeleton } from '@mantine/core';
import classes from './list.module.css';

interface Props {
  rows: number;
  columns: number;
  withTick: boolean;
}

const WIDTHS = ['58%', '74%', '46%', '66%', '52%'];

/** As high as the rows that will replace them, so that nothing jumps. */
export function SkeletonRows({ rows, columns, withTick }: Props) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} className={classes.row} aria-hidden>
      {withTick && <td className={classes.tick} />}
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <Skeleton height={10} radius="sm" width={WIDTHS[(row + column) % WIDTHS.length]} />
        </td>
      ))}
      <td className={classes.more} />
    </tr>
  ));
}
