import { Box, Skeleton, Text } from '@mantine/core';
import { IconCheck, IconHourglass } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { useFormats } from '@/lib/formats';
import looks from '@/lib/theme/looks.module.css';
import { useLanguage, useTranslation } from '@/lib/wording';
import { type Pace, usePace } from './calls';
import classes from './dashboard.module.css';
import { Card } from './tiles';

/** How far requests come and how fast, and how long documents wait: two cards. */
export function PaceCards({ tenant }: { tenant: string | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { data, error, refetch } = usePace(tenant);
  const shown = (card: (pace: Pace) => ReactNode) => {
    if (data) return card(data);
    return error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <Skeleton height={136} />;
  };
  const { closed = 0, days = 90, isOfNewest = false, waiting = [], isOfFirst = false } = data ?? {};
  const documents = waiting.reduce((sum, age) => sum + age.documents, 0);
  return (
    <>
      <div className={classes.wide}>
        <Card
          title={t('ui.dashboard.pace.title')}
          text={t(`ui.dashboard.pace.${isOfNewest ? 'newest' : 'text'}`, { most: number(closed), days })}
        >
          {shown((pace) => (
            <Funnel pace={pace} />
          ))}
        </Card>
      </div>
      <Card
        title={t('ui.dashboard.pace.waiting')}
        text={t(`ui.dashboard.pace.${isOfFirst ? 'waitingFirst' : 'waitingText'}`, { most: number(documents) })}
      >
        {shown((pace) => (
          <Ages pace={pace} />
        ))}
      </Card>
    </>
  );
}

function Funnel({ pace: { closed, stages, medianHours } }: { pace: Pace }) {
  const { t } = useTranslation();
  const duration = useDuration();
  if (closed === 0) return <EmptyState Icon={IconHourglass} words="ui.dashboard.pace.none" />;
  const lines = stages.map(({ stage, requests, medianHours: median }) => ({
    key: stage,
    name: t(`ui.dashboard.pace.stage.${stage}`),
    count: requests,
    fill: stage === 'approved' ? 'var(--ok)' : 'var(--info)',
    more: duration(median),
  }));
  return (
    <>
      <Bars
        lines={lines}
        most={closed}
        heads={['stage', 'share', 'requests', 'median']}
        caption={t('ui.dashboard.pace.title')}
      />
      {medianHours !== null && (
        <Text mt={8} fz="sm" c="dimmed">
          {t('ui.dashboard.pace.total', { time: duration(medianHours) })}
        </Text>
      )}
    </>
  );
}

/** The longer, the more urgent. */
const ageFills = ['var(--info)', 'var(--info)', 'var(--warn-fill)', 'var(--bad)'];

function Ages({ pace: { waiting } }: { pace: Pace }) {
  const { t } = useTranslation();
  const most = Math.max(...waiting.map(({ documents }) => documents));
  if (most === 0) return <EmptyState Icon={IconCheck} words="ui.dashboard.pace.nothing" />;
  const lines = waiting.map(({ from, to, documents }, at) => ({
    key: String(from),
    name: to === null ? t('ui.dashboard.pace.older', { days: from - 1 }) : t('ui.dashboard.pace.age', { from, to }),
    count: documents,
    fill: ageFills[at] ?? 'var(--bad)',
  }));
  return (
    <Bars lines={lines} most={most} heads={['age', 'share', 'documents']} caption={t('ui.dashboard.pace.waiting')} />
  );
}

interface Line {
  key: string;
  name: string;
  count: number;
  fill: string;
  more?: string;
}

/** A table whose second column draws the numbers of the third. */
function Bars({ lines, most, heads, caption }: { lines: Line[]; most: number; heads: string[]; caption: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <Box component="table" className={`${classes.pace} ${looks.figures}`} fz="sm">
      <caption className={looks.unseen}>{caption}</caption>
      <thead className={looks.unseen}>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {t(`ui.dashboard.pace.column.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, name, count, fill, more }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td className={classes.paceBar} aria-hidden>
              <span style={{ '--fill': fill, width: `${(count / most) * 100}%` } as CSSProperties} />
            </td>
            <Box component="td" fw={600}>
              {number(count)}
            </Box>
            {heads.length > 3 && <td>{more}</td>}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** Hours below two days, days above. */
function useDuration() {
  const language = useLanguage();
  const shown = (unit: 'hour' | 'day', digits: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: digits });
  const [hours, days] = [shown('hour', 0), shown('day', 1)];
  return (value: number | null) => {
    if (value === null) return '';
    return value < 48 ? hours.format(value) : days.format(value / 24);
  };
}
