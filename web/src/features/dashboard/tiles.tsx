import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { createLink, Link } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, forwardRef, type ReactNode, useId } from 'react';
import { useFormats } from '@/lib/formats';
import { useScreen } from '@/lib/permissions';
import { useTranslation } from '@/lib/wording';
import { RequestStatus } from '@/shared/request-status';
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
      <dl className={`${classes.row} grid m-0`}>
        {documents.map(({ name, field, tone }) => (
          <Tile key={name} name={name} tone={tone} unit value={figures?.[field]} />
        ))}
      </dl>
      <dl className={`${classes.row} grid m-0`}>
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
    <div className={`${classes.tile} p-20`} data-small={!unit || undefined}>
      <dt className={`${classes.tileName} row gap-8 text-13 muted break`} data-tone={tone}>
        {t(`ui.dashboard.${name}`)}
      </dt>
      <dd className={`${classes.tileValue} m-0 mt-4 strong figures`}>
        {value === undefined ? <Skeleton height={28} width={72} /> : number(value)}
        {unit && value !== undefined && (
          <span className={`${classes.tileUnit} text-12 regular muted`}>{t('ui.dashboard.documents')}</span>
        )}
      </dd>
    </div>
  );
}

const Anchor = forwardRef<HTMLAnchorElement, AnchorHTMLAttributes<HTMLAnchorElement>>((props, ref) => (
  <Button component="a" ref={ref} leftSection={<IconPlus size={16} aria-hidden />} {...props} />
));
const Way = createLink(Anchor);

export function NewRequest({ to }: { to: string }) {
  const { t } = useTranslation();
  return <Way to={to}>{t('ui.dashboard.newRequest')}</Way>;
}

interface Props {
  title: string;
  text?: string;
  children: ReactNode;
}

export function Card({ title, text, children }: Props) {
  const id = useId();
  return (
    <section className={`${classes.card} card p-24`} aria-labelledby={id}>
      <h2 id={id} className="title">
        {title}
      </h2>
      {text && <p className="m-0 mt-2 text-13 muted">{text}</p>}
      <div className="mt-12">{children}</div>
    </section>
  );
}

interface ByStatusProps {
  rows: Figures['byStatus'];
  isOwn: boolean;
}

/** Requests by status, each linking to its list. */
export function ByStatus({ rows, isOwn }: ByStatusProps) {
  const { number } = useFormats();
  const screen = useScreen('SD-BNK-002');
  const list = isOwn ? screen : undefined;
  return (
    <ul className={`${classes.statuses} grid plain-list`}>
      {rows.map(({ status, requests }) => {
        const words = (
          <>
            <RequestStatus value={status} />
            <span className={`${classes.statusNumber} strong figures`}>{number(requests)}</span>
          </>
        );
        return (
          <li key={status}>
            {list ? (
              <Link
                to={list.path}
                search={{ status } as never}
                className={`${classes.status} plain-link row between gap-12`}
              >
                {words}
              </Link>
            ) : (
              <span className={`${classes.status} plain-link row between gap-12`}>{words}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
