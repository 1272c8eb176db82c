import { Skeleton } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { EmptyState } from '@/components/empty-state';
import { useTranslation } from '@/lib/wording';
import classes from './monthly-chart.module.css';

const Lines = lazy(() => import('./lines'));

const isEmpty = (months: Month[]) =>
  months.every(({ requests, accepted, rejected }) => requests + accepted + rejected === 0);

/** Requests of the last twelve months as a line chart, with an accessible table. */
export function MonthlyChart({ months }: { months: Month[] }) {
  if (isEmpty(months)) return <NoFigures />;
  return (
    <Suspense fallback={<ChartSkeleton />}>
      <Lines months={months} />
    </Suspense>
  );
}

/** Same height as the chart, so that the layout does not shift. */
export const ChartSkeleton = () => <Skeleton height={260} />;

/** The empty chart, so that the page looks the same before and after the first request. */
function NoFigures() {
  const { t } = useTranslation();
  return (
    <div className={classes.ground}>
      <EmptyState Icon={IconChartLine} title={t('ui.landing.empty')} text={t('ui.landing.emptyText')} />
    </div>
  );
}

/** The requests of one month, as `dashboard` and `dashboard/monthly` return them. */
export interface Month {
  /** `2026-11` */
  month: string;
  requests: number;
  accepted: number;
  rejected: number;
}

/** "Nov" or "நவ.", in the page's language. */
export function monthName(month: string, language: string) {
  const date = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(date);
}
