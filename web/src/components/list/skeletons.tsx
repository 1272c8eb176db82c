import { Skeleton } from '@mantine/core';
import classes from './list.module.css';

const widths = ['58%', '74%', '46%', '66%', '52%'];

/** Same height as the rows that replace them, so that the layout does not shift. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
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
export function SkeletonCards({ expected, lines = 2 }: { expected: number; lines?: number }) {
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
