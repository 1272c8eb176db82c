import { Link } from '@tanstack/react-router';
import { RequestStatus } from '@/components/request-status';
import { useFormats } from '@/lib/formats';
import { useScreen } from '@/lib/permissions';
import type { Figures } from './calls';
import classes from './dashboard.module.css';

interface Props {
  rows: Figures['byStatus'];
  isOwn: boolean;
}

/** Requests by status, each linking to its list. */
export function ByStatus({ rows, isOwn }: Props) {
  const { number } = useFormats();
  const screen = useScreen('SD-BNK-002');
  const list = isOwn ? screen : undefined;
  return (
    <ul className={`${classes.statuses} grid plain-list`}>
      {rows.map(({ status, requests }) => {
        const words = (
          <>
            <RequestStatus value={status} />
            <span className={`${classes.statusNumber} strong figures`}>{number(requests)}</span>
          </>
        );
        return (
          <li key={status}>
            {list ? (
              <Link
                to={list.path}
                search={{ status } as never}
                className={`${classes.status} row between gap-12`}
              >
                {words}
              </Link>
            ) : (
              <span className={`${classes.status} row between gap-12`}>{words}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
