import { IconCalendarCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '@/components/empty-state';
import { ScrollBox } from '@/components/list';
import { isDate } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { useScreen } from '@/lib/permissions';
import { pathOfRequest } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import type { ScheduleEntry } from './calls';
import classes from './dashboard.module.css';

interface Props {
  /** The first entries of each kind. */
  entries: ScheduleEntry[];
  inAll: number;
  isOwn: boolean;
}

/** Today's entries: meetings by time, then due dates and expiries. */
export function Schedule({ entries, inAll, isOwn }: Props) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const auth = useAuth();
  if (entries.length === 0) {
    return (
      <EmptyState
        Icon={IconCalendarCheck}
        title={t('ui.dashboard.scheduleNone')}
        text={t('ui.dashboard.scheduleNoneText')}
      />
    );
  }
  return (
    <>
      <ScrollBox className={classes.scroll} label={t('ui.dashboard.schedule')}>
        <ul className="plain-list lines">
          {entries.map((entry) => {
            const words = (
              <>
                <span className={`${classes.when} fixed text-13 muted figures`}>
                  {isDate(entry.at) ? t('ui.dashboard.allDay') : time(entry.at)}
                </span>
                <span className={`${classes.what} grow narrow medium break`}>
                  {entry.subject || t(`ui.dashboard.kind.${entry.kind}`)}
                  <span className="regular block text-13 muted">{entry.customerName || entry.txnRefNo}</span>
                </span>
              </>
            );
            const to = isOwn ? pathOfRequest(auth, entry.txnRefNo) : undefined;
            return (
              <li key={`${entry.kind} ${entry.at} ${entry.txnRefNo}`}>
                {to ? (
                  <Link to={to} className={`${classes.entry} plain-link py-12 flex align-baseline gap-16`}>
                    {words}
                  </Link>
                ) : (
                  <span className={`${classes.entry} plain-link py-12 flex align-baseline gap-16`}>
                    {words}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      </ScrollBox>
      {inAll > entries.length && (
        <More count={inAll - entries.length} day={isOwn ? dayOf(entries) : undefined} />
      )}
    </>
  );
}

const dayOf = (entries: ScheduleEntry[]) => entries.find((entry) => entry.kind === 'due')?.at;

/** The remaining count, with a link to the list. */
function More({ count, day }: { count: number; day: string | undefined }) {
  const { t } = useTranslation();
  const list = useScreen('SD-BNK-002');
  const words = t('ui.dashboard.scheduleMore', { count });
  return (
    <p className="m-0 mt-8 text-13 muted">
      {list && day ? (
        <Link to={list.path} search={{ dueFrom: day, dueTo: day } as never} className="text-link">
          {words}
        </Link>
      ) : (
        words
      )}
    </p>
  );
}
