import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/empty-state';
import { ChartSkeleton, type Month, MonthlyChart } from '@/components/monthly-chart';
import { list } from '@/lib/api';
import { useAuth } from '@/lib/session';
import classes from './landing.module.css';

const place = { area: 'transaction', resource: 'dashboard/monthly' } as const;

const months = async (): Promise<Month[]> => (await list<Month>(place, {}, { screenId: '' })).content;

export function MonthlyRequests() {
  const { t } = useTranslation();
  const { entityCode, tenantCode, branchCode } = useAuth();
  const queryKey = ['monthly', entityCode, tenantCode, branchCode];
  const { data, isLoading, isError, refetch } = useQuery({ queryKey, queryFn: months });
  return (
    <section className={`${classes.card} card`}>
      <h2 className="title">{t('ui.landing.chart')}</h2>
      <p className={`${classes.cardText} text-13 muted`}>{t('ui.landing.chartText')}</p>
      <div className={classes.chart}>
        {isLoading && <ChartSkeleton />}
        {isError && (
          <EmptyState title={t('ui.landing.failed')}>
            <Button variant="default" onClick={() => refetch()}>
              {t('ui.common.retry')}
            </Button>
          </EmptyState>
        )}
        {data && <MonthlyChart months={data} />}
      </div>
    </section>
  );
}
