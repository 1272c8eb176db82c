import { Button, Skeleton } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/empty-state';
import { ApiError, list } from '@/lib/api';
import { moduleOf } from '@/lib/permissions';
import { useAuth } from '@/lib/session';
import classes from './landing.module.css';
import type { Month } from './month';

const Chart = lazy(() => import('./chart'));
const place = { area: 'transaction', resource: 'dashboard/monthly' } as const;

/** A server without requests does not know the call: no figures then. */
const hasNoFigures = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status);

async function months(): Promise<Month[]> {
  try {
    return (await list<Month>(place, {}, { screenId: '' })).content;
  } catch (error) {
    if (hasNoFigures(error)) return [];
    throw error;
  }
}

export function MonthlyRequests() {
  const { t } = useTranslation();
  const { entityCode, tenantCode, branchCode, screens } = useAuth();
  const seesRequests = screens.some((screen) => moduleOf(screen.path) === 'BNK');
  const queryKey = ['monthly', entityCode, tenantCode, branchCode];
  const { data, isLoading, isError, refetch } = useQuery({
    queryKey,
    queryFn: months,
    enabled: seesRequests,
  });
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>{t('ui.landing.chart')}</h2>
      <p className={classes.cardText}>{t('ui.landing.chartText')}</p>
      <div className={classes.chart}>
        {isLoading && <Skeleton height="100%" />}
        {isError && (
          <EmptyState title={t('ui.landing.failed')}>
            <Button variant="default" onClick={() => refetch()}>
              {t('ui.common.retry')}
            </Button>
          </EmptyState>
        )}
        {(data?.length === 0 || !seesRequests) && <NoFigures />}
        {data && data.length > 0 && (
          <Suspense fallback={<Skeleton height="100%" />}>
            <Chart months={data} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

/** The chart's empty ground, so that the page looks the same before and after the first request. */
function NoFigures() {
  const { t } = useTranslation();
  return (
    <div className={classes.ground}>
      <EmptyState
        icon={<IconChartLine size={24} stroke={1.75} />}
        title={t('ui.landing.empty')}
        text={t('ui.landing.emptyText')}
      />
    </div>
  );
}
