import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/wording';
import classes from './landing.module.css';
import { type Month, monthName } from './month';

/** Loaded on demand: the charting library weighs more than the rest of the page. */
export default function Chart({ months }: { months: Month[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const data = months.map((month) => ({ ...month, name: monthName(month.month, language) }));
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
        legendProps={{ verticalAlign: 'top' }}
        aria-hidden
        series={[
          { name: 'created', label: t('ui.landing.created'), color: 'var(--brand)' },
          { name: 'completed', label: t('ui.landing.completed'), color: '#8a93a3' },
        ]}
      />
      <details className={classes.details}>
        <summary>{t('ui.landing.table')}</summary>
        <table className={classes.figures}>
          <thead>
            <tr>
              <th scope="col">{t('ui.landing.month')}</th>
              <th scope="col">{t('ui.landing.created')}</th>
              <th scope="col">{t('ui.landing.completed')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ month, name, created, completed }) => (
              <tr key={month}>
                <th scope="row">{name}</th>
                <td>{created}</td>
                <td>{completed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
