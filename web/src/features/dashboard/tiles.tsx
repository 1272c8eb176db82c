import { Skeleton } from '@mantine/core';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import type { Figures } from './calls';
import classes from './dashboard.module.css';

const documents = [
  { name: 'requested', field: 'totalRequested', tone: 'brand' },
  { name: 'accepted', field: 'totalAccepted', tone: 'ok' },
  { name: 'pending', field: 'totalPending', tone: 'warn' },
  { name: 'rejected', field: 'totalRejected', tone: 'bad' },
] as const;

const day = [
  { name: 'customers', field: 'totalCustomers' },
  { name: 'schedule', field: 'scheduleToday' },
  { name: 'meetings', field: 'meetingsToday' },
] as const;

/** The totals: documents first, then people and the day. */
export function Tiles({ figures }: { figures: Figures | undefined }) {
  const { t } = useTranslation();
  return (
    <section className="whole-row card" aria-label={t('ui.dashboard.figures')}>
      <dl className={classes.row}>
        {documents.map(({ name, field, tone }) => (
          <Tile key={name} name={name} tone={tone} unit value={figures?.[field]} />
        ))}
      </dl>
      <dl className={classes.row}>
        {day.map(({ name, field }) => (
          <Tile key={name} name={name} value={figures?.[field]} />
        ))}
      </dl>
    </section>
  );
}

interface TileProps {
  name: string;
  tone?: string;
  /** The number counts documents. */
  unit?: boolean;
  value: number | undefined;
}

function Tile({ name, tone, unit, value }: TileProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <div className={classes.tile} data-small={!unit || undefined}>
      <dt className={`${classes.tileName} row gap-8 text-13 muted break`} data-tone={tone}>
        {t(`ui.dashboard.${name}`)}
      </dt>
      <dd className={classes.tileValue}>
        {value === undefined ? <Skeleton height={28} width={72} /> : number(value)}
        {unit && value !== undefined && (
          <span className={classes.tileUnit}>{t('ui.dashboard.documents')}</span>
        )}
      </dd>
    </div>
  );
}
