import { Link } from '@tanstack/react-router';
import { RequestStatus } from '@/components/request-status';
import { useFormats } from '@/lib/formats';
import { useScreen } from '@/lib/permissions';
import { useTranslation } from '@/lib/wording';
import type { Figures } from './calls';
import classes from './dashboard.module.css';

/** How the requests stand, each a way to the list of them. */
export function ByStatus({ rows }: { rows: Figures['byStatus'] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const list = useScreen('SD-BNK-002');
  return (
    <table className={classes.statuses}>
      <caption className={classes.hidden}>{t('ui.dashboard.byStatus')}</caption>
      <thead className={classes.hidden}>
        <tr>
          <th scope="col">{t('ui.dashboard.status')}</th>
          <th scope="col">{t('ui.dashboard.number')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ status, requests }) => (
          <tr key={status}>
            <th scope="row">
              {list ? (
                <Link to={list.path} search={{ status } as never} className={classes.status}>
                  <RequestStatus value={status} />
                </Link>
              ) : (
                <RequestStatus value={status} />
              )}
            </th>
            <td>{number(requests)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
