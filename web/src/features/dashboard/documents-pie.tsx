import { Skeleton } from '@mantine/core';
import { IconChartPie } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { EmptyState } from '@/components/empty-state';
import { useFormats } from '@/lib/formats';
import { useLanguage, useTranslation } from '@/lib/wording';
import { fillOf } from '@/shared/request-status';
import type { Figures } from './calls';
import classes from './dashboard.module.css';

const Pie = lazy(() => import('./pie'));

export interface Slice {
  name: string;
  value: number;
  color: string;
}

/** Documents by status; the table below the pie says the same in words. */
export function DocumentsPie({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const language = useLanguage();
  const slices: Slice[] = [
    { name: t('ui.dashboard.accepted'), value: figures.totalAccepted, color: fillOf('Accepted') },
    { name: t('ui.dashboard.pending'), value: figures.totalPending, color: fillOf('Pending') },
    { name: t('ui.dashboard.rejected'), value: figures.totalRejected, color: fillOf('Rejected') },
  ];
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) {
    return (
      <EmptyState
        Icon={IconChartPie}
        title={t('ui.dashboard.pieNone')}
        text={t('ui.dashboard.pieNoneText')}
      />
    );
  }
  const inAll = number(figures.totalRequested);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <>
      <div className={`${classes.pie} grid mb-12`} aria-hidden>
        <Suspense fallback={<Skeleton height={180} width={180} circle />}>
          <Pie slices={slices} />
        </Suspense>
        <div className="grid justify-center">
          <span className={classes.pieTotal} data-long={inAll.length > 8 || undefined}>
            {inAll}
          </span>
          <span className="text-12 muted">{t('ui.dashboard.documents')}</span>
        </div>
      </div>
      <table className={`${classes.legend} full text-13`}>
        <caption className="unseen">{t('ui.dashboard.pie')}</caption>
        <thead className="unseen">
          <tr>
            <th scope="col">{t('ui.dashboard.status')}</th>
            <th scope="col">{t('ui.dashboard.number')}</th>
            <th scope="col">{t('ui.dashboard.share')}</th>
          </tr>
        </thead>
        <tbody>
          {slices.map(({ name, value, color }) => (
            <tr key={name}>
              <th scope="row">
                <span className={classes.swatch} style={{ background: color }} aria-hidden />
                {name}
              </th>
              <td>{number(value)}</td>
              <td className={classes.share}>{percent.format(value / total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
