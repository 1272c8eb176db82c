import { Box, Flex, Skeleton } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { EmptyState } from '@/components/empty-state';
import { MaybeLink } from '@/components/maybe-link';
import { useFormats } from '@/lib/formats';
import looks from '@/lib/theme/looks.module.css';
import { useLanguage, useTranslation } from '@/lib/wording';
import { fillOf } from '@/shared/request-status';
import classes from './monthly-chart.module.css';

/** The requests of one month, as `dashboard` and `dashboard/monthly` return them. */
export interface Month {
  /** `2026-11` */
  month: string;
  requests: number;
  accepted: number;
  rejected: number;
}

type Name = 'requests' | 'accepted' | 'rejected';

/** Each line has its own colour, dashes and mark. An entity's brand is no colour of a chart: it may be that of a status. */
const series: { name: Name; label: 'created' | 'accepted' | 'rejected'; fill: string; dashes?: string }[] = [
  { name: 'requests', label: 'created', fill: 'var(--ink-2)' },
  { name: 'accepted', label: 'accepted', fill: fillOf('Accepted'), dashes: '7 3' },
  { name: 'rejected', label: 'rejected', fill: fillOf('Rejected'), dashes: '2 3' },
];

const isEmpty = (months: Month[]) =>
  months.every(({ requests, accepted, rejected }) => requests + accepted + rejected === 0);

interface Props {
  months: Month[];
  /** The list that shows the requests behind a figure, for users who have it. */
  list: string | undefined;
}

/** Requests of the last twelve months as straight lines, with a table. Every figure opens its list. */
export function MonthlyChart({ months, list }: Props) {
  if (isEmpty(months)) return <NoFigures />;
  return (
    <>
      <Legend list={list} />
      <Plot months={months} list={list} />
      <Table months={months} list={list} />
    </>
  );
}

/** Same height as the chart, so that the layout does not shift. */
export const ChartSkeleton = () => <Skeleton height={260} />;

/** The empty chart, so that the page looks the same before and after the first request. */
function NoFigures() {
  return (
    <div className={classes.ground}>
      <EmptyState Icon={IconChartLine} words="ui.landing.empty" />
    </div>
  );
}

const statusOf: Record<Name, object> = {
  requests: { show: 'all' },
  accepted: { status: 'Accepted' },
  rejected: { status: 'Rejected' },
};

/** The filters that list a figure of a month: created in it, or decided in it. */
function searchOf(name: Name, month: string) {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const [first, last] = [`${month}-01`, new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)];
  const days = name === 'requests' ? { from: first, to: last } : { closedFrom: first, closedTo: last };
  return name === 'requests' ? days : { ...statusOf[name], ...days };
}

function Legend({ list }: { list: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Flex component="ul" className={looks.plainList} wrap="wrap" gap={16} fz="sm">
      {series.map(({ name, label, fill }) => (
        <li key={name}>
          <MaybeLink isAlike to={list} search={statusOf[name]} className={`${classes.name} ${looks.plainLink}`}>
            <Box
              component="span"
              className={classes.mark}
              flex="none"
              data-series={name}
              style={{ backgroundColor: fill }}
              aria-hidden
            />
            {t(`ui.landing.${label}`)}
          </MaybeLink>
        </li>
      ))}
    </Flex>
  );
}

/** The end of the scale: even, so that its half is a whole number too. */
function topOf(months: Month[]) {
  const most = Math.max(...months.flatMap(({ requests, accepted, rejected }) => [requests, accepted, rejected]));
  const step = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const found = [1, 2, 4, 6, 8, 10].map((times) => times * step).find((end) => end >= most && end % 2 === 0);
  return found ?? step * 10;
}

/** The table says the same, so this is hidden from screen readers. */
function Plot({ months, list }: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const language = useLanguage();
  const top = topOf(months);
  const left = (at: number) => ((at + 0.5) / months.length) * 100;
  const down = (value: number) => 100 - (value / top) * 100;
  return (
    <div className={classes.plot} aria-hidden>
      <Box className={`${classes.scale} ${looks.figures}`} fz="xs" c="dimmed">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{number(value)}</span>
        ))}
      </Box>
      <Box className={classes.field} pos="relative">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={classes.lines} role="presentation">
          {series.map(({ name, fill, dashes }) => (
            <polyline
              key={name}
              points={months.map((month, at) => `${left(at)},${down(month[name])}`).join(' ')}
              fill="none"
              stroke={fill}
              strokeWidth={2}
              strokeDasharray={dashes}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        {months.flatMap((month, at) =>
          series.map(({ name, label, fill }) => (
            <MaybeLink
              key={`${month.month} ${name}`}
              isAlike
              to={list}
              search={searchOf(name, month.month)}
              tabIndex={list ? -1 : undefined}
              className={classes.point}
              title={`${monthName(month.month, language)} · ${t(`ui.landing.${label}`)}: ${number(month[name])}`}
              style={{ left: `${left(at)}%`, top: `${down(month[name])}%` }}
            >
              <Box
                component="span"
                className={classes.mark}
                flex="none"
                data-series={name}
                style={{ backgroundColor: fill }}
              />
            </MaybeLink>
          )),
        )}
      </Box>
      <Box className={classes.months} fz="xs" c="dimmed">
        {months.map(({ month }) => (
          <span key={month}>{monthName(month, language)}</span>
        ))}
      </Box>
    </div>
  );
}

function Table({ months, list }: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const language = useLanguage();
  return (
    <Box component="details" className={classes.details} mt={12} fz="sm">
      <summary>{t('ui.landing.table')}</summary>
      <Box component="table" className={`${classes.figures} ${looks.figures}`} mt={8}>
        <thead>
          <tr>
            <th scope="col">{t('ui.landing.month')}</th>
            {series.map(({ name, label }) => (
              <th key={name} scope="col">
                {t(`ui.landing.${label}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row">{monthName(month.month, language)}</th>
              {series.map(({ name }) => (
                <td key={name}>
                  <MaybeLink isAlike to={list} search={searchOf(name, month.month)} className={list && looks.textLink}>
                    {number(month[name])}
                  </MaybeLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

/** "Nov" or "நவ.", in the page's language. */
function monthName(month: string, language: string) {
  const date = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(date);
}
