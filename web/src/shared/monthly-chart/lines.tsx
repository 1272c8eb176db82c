import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { useFormats } from '@/lib/formats';
import { useLanguage, useTranslation } from '@/lib/wording';
import { type Month, monthName } from '.';
import classes from './monthly-chart.module.css';

/** Loaded on demand: the charting library is larger than the rest of the page. */
export default function Lines({ months }: { months: Month[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const language = useLanguage();
  const data = months.map((month) => ({ ...month, name: monthName(month.month, language) }));
  const series = [
    { name: 'requests', label: t('ui.landing.created'), color: 'var(--brand)' },
    { name: 'accepted', label: t('ui.landing.accepted'), color: '#8a93a3' },
    { name: 'rejected', label: t('ui.landing.rejected'), color: 'var(--bad)' },
  ];
  return (
    <>
      <LineChart
        h={260}
        data={data}
        dataKey="name"
        withLegend
        withDots={false}
        curveType="monotone"
        gridAxis="x"
        strokeDasharray="0"
        gridColor="var(--line)"
        legendProps={{ verticalAlign: 'top', itemSorter: null }}
        yAxisProps={{ allowDecimals: false, width: 40 }}
        valueFormatter={number}
        aria-hidden
        lineChartProps={{ accessibilityLayer: false }}
        series={series}
      />
      <details className={`${classes.details} mt-12 text-13`}>
        <summary>{t('ui.landing.table')}</summary>
        <table className={classes.figures}>
          <thead>
            <tr>
              <th scope="col">{t('ui.landing.month')}</th>
              {series.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map(({ month, name, requests, accepted, rejected }) => (
              <tr key={month}>
                <th scope="row">{name}</th>
                <td>{number(requests)}</td>
                <td>{number(accepted)}</td>
                <td>{number(rejected)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
