import { Box, Stack } from '@mantine/core';
import { IconChartPie } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '@/components/empty-state';
import { MaybeLink } from '@/components/maybe-link';
import { useFormats } from '@/lib/formats';
import looks from '@/lib/theme/looks.module.css';
import { useLanguage, useTranslation } from '@/lib/wording';
import { type CountName, countFills, countNames, countsOf } from '@/shared/document-counts';
import type { Figures } from './calls';
import classes from './dashboard.module.css';

interface Slice {
  name: CountName;
  value: number;
  fill: string;
}

/** The totals by state; they add up to what was requested. */
function slicesOf(figures: Figures): Slice[] {
  const counts = countsOf({
    documentsRequested: figures.totalRequested,
    documentsAccepted: figures.totalAccepted,
    documentsNotRequired: figures.totalNotRequired,
    documentsRejected: figures.totalRejected,
    documentsPending: figures.totalPending,
    documentsInReview: figures.totalInReview,
  });
  const names = countNames.filter((name) => name !== 'closed' || counts.closed > 0);
  return names.map((name) => ({ name, value: counts[name], fill: countFills[name] }));
}

interface Props {
  figures: Figures;
  /** The list of requests, if it can be opened. */
  list: string | undefined;
}

/** Documents by state; the table below the pie says the same in words. Each figure opens its list. */
export function DocumentsPie({ figures, list }: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const language = useLanguage();
  const slices = slicesOf(figures);
  const total = figures.totalRequested;
  if (total === 0) {
    return <EmptyState Icon={IconChartPie} words="ui.dashboard.pieNone" />;
  }
  const inAll = number(total);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <>
      <Box className={classes.pie} mb={12} aria-hidden>
        <Ring slices={slices} total={total} list={list} />
        <Stack className={classes.pieText} align="center" gap={0}>
          <span className={classes.pieTotal} data-long={inAll.length > 8 || undefined}>
            {inAll}
          </span>
          <Box component="span" fz="xs" c="dimmed">
            {t('ui.dashboard.documents')}
          </Box>
        </Stack>
      </Box>
      <Box component="table" className={classes.legend} w="100%" fz="sm">
        <caption className={looks.unseen}>{t('ui.dashboard.pie')}</caption>
        <thead className={looks.unseen}>
          <tr>
            <th scope="col">{t('ui.dashboard.status')}</th>
            <th scope="col">{t('ui.dashboard.number')}</th>
            <th scope="col">{t('ui.dashboard.share')}</th>
          </tr>
        </thead>
        <tbody>
          {slices.map(({ name, value, fill }) => (
            <tr key={name}>
              <th scope="row">
                <MaybeLink
                  to={name === 'closed' ? undefined : list}
                  search={{ having: name }}
                  className={looks.plainLink}
                >
                  <svg className={classes.swatch} viewBox="0 0 10 10" aria-hidden role="presentation">
                    <rect width="10" height="10" fill={fill} />
                    <rect width="10" height="10" fill={`url(#pie-${name})`} />
                  </svg>
                  {t(`ui.counts.${name}`)}
                </MaybeLink>
              </th>
              <td>{number(value)}</td>
              <td className={classes.share}>{percent.format(value / total)}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </>
  );
}

/** A circle of this circumference, so that lengths are percentages. */
const radius = 100 / (2 * Math.PI);

function Ring({ slices, total, list }: { slices: Slice[]; total: number; list: string | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  let begun = 0;
  const drawn = slices
    .filter(({ value }) => value > 0)
    .map((slice) => {
      const share = (slice.value / total) * 100;
      const at = begun;
      begun += share;
      return { ...slice, share, at };
    });
  const arc = (share: number, at: number, stroke: string) => (
    <circle
      r={radius}
      fill="none"
      stroke={stroke}
      strokeWidth={4}
      strokeDasharray={`${Math.max(share - 0.4, 0.2)} 100`}
      strokeDashoffset={-at}
    />
  );
  return (
    <svg className={classes.ring} viewBox="-18 -18 36 36" role="presentation">
      <Patterns />
      <g transform="rotate(-90)">
        {drawn.map(({ name, value, fill, share, at }) => {
          const shape = (
            <>
              <title>{`${t(`ui.counts.${name}`)}: ${number(value)}`}</title>
              {arc(share, at, fill)}
              {arc(share, at, `url(#pie-${name})`)}
            </>
          );
          return list && name !== 'closed' ? (
            <Link key={name} to={list} search={{ having: name } as never} tabIndex={-1}>
              {shape}
            </Link>
          ) : (
            <g key={name}>{shape}</g>
          );
        })}
      </g>
    </svg>
  );
}

const lines: Partial<Record<CountName, string>> = {
  inReview: 'M-1 3 L3 -1 M1 5 L5 1',
  rejected: 'M0 2 H4 M2 0 V4',
  toCome: 'M1 1 h1 M3 3 h1',
};

/** Told apart without colour: the same states as in bars are striped and dotted. */
function Patterns() {
  return (
    <defs>
      {(Object.entries(lines) as [CountName, string][]).map(([name, path]) => (
        <pattern
          key={name}
          id={`pie-${name}`}
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform="scale(0.5)"
        >
          <path d={path} stroke="var(--stripe)" strokeWidth="0.9" />
        </pattern>
      ))}
    </defs>
  );
}
