import { Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { useFormats } from '@/lib/formats';
import { pathOfRequest } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { type Renewal, useRenewals } from './calls';
import classes from './dashboard.module.css';
import { Card } from './tiles';

interface Props {
  /** As chosen; undefined for the session's. */
  tenant: string | undefined;
  wizard: string | undefined;
  /** Requests of another tenant can be neither opened nor renewed. */
  isOwn: boolean;
}

/** Expiring documents; one click starts the renewal request. */
export function Renewals({ tenant, wizard, isOwn }: Props) {
  const { t } = useTranslation();
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useRenewals(tenant);
  const rows = data?.pages.flatMap(({ content }) => content) ?? [];
  return (
    <Card title={t('ui.dashboard.renewals')} text={t('ui.dashboard.renewalsText')}>
      {isPending && <Skeleton height={132} />}
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && (
        <EmptyState
          Icon={IconRefresh}
          title={t('ui.dashboard.renewalsNone')}
          text={t('ui.dashboard.renewalsNoneText')}
        />
      )}
      {rows.length > 0 && (
        <ul className="plain-list lines">
          {rows.map((row) => (
            <Row
              key={`${row.txnRefNo} ${row.documentNo}`}
              row={row}
              wizard={isOwn ? wizard : undefined}
              isOwn={isOwn}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          size="xs"
          mt={12}
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {t('ui.dashboard.more')}
        </Button>
      )}
    </Card>
  );
}

function Row({ row, wizard, isOwn }: { row: Renewal; wizard: string | undefined; isOwn: boolean }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const auth = useAuth();
  const navigate = useNavigate();
  const to = isOwn ? pathOfRequest(auth, row.txnRefNo) : undefined;
  const names = { title: row.documentTitle, name: row.customerName };
  const renew = () => {
    if (wizard) navigate({ to: wizard, search: { renew: `${row.txnRefNo}:${row.documentNo}` } as never });
  };
  return (
    <li className={`${classes.renewal} row wrap`}>
      <span className={`${classes.what} grow narrow medium break`}>
        {row.documentTitle}
        <span className="regular block text-13 muted">
          {row.customerName} ·{' '}
          {to ? (
            <Link to={to} className="text-link">
              {row.txnRefNo}
            </Link>
          ) : (
            row.txnRefNo
          )}
        </span>
      </span>
      <span className="text-13 muted">{t('ui.dashboard.renewDue', { day: date(row.dueOn) })}</span>
      {row.renewedBy ? (
        <span className="text-13 muted">{t('ui.dashboard.renewed', { reference: row.renewedBy })}</span>
      ) : (
        wizard && (
          <Button size="xs" variant="light" aria-label={t('ui.dashboard.renewName', names)} onClick={renew}>
            {t('ui.dashboard.renew')}
          </Button>
        )
      )}
    </li>
  );
}
