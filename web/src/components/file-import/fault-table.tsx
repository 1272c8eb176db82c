import { useFormats } from '@/lib/formats';
import classes from './file-import.module.css';

export interface FaultRow {
  line: number;
  column: string;
  message: string;
}

interface Props {
  title: string;
  label: string;
  /** Column headers for line, column and error. */
  heads: [string, string, string];
  rows: FaultRow[];
}

/** All errors of a file by line and column. */
export function FaultTable({ title, label, heads, rows }: Props) {
  const { number } = useFormats();
  return (
    <>
      <p className={classes.bad}>{title}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must be scrolled by keyboard too */}
      <section className={classes.faults} tabIndex={0} aria-label={label}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, column, message }) => (
              <tr key={`${line} ${column} ${message}`}>
                <td>{number(line)}</td>
                <td>{column}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
