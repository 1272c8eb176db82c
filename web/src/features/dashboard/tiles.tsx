import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type CSSProperties, forwardRef, type ReactNode, useId } from 'react';
import { MaybeLink } from '@/components/maybe-link';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { fillOf, RequestStatus } from '@/shared/request-status';
import type { Figures } from './calls';
import classes from './dashboard.module.css';

const documents = [
  { name: 'requested', field: 'totalRequested', dot: 'var(--ink-2)', search: { show: 'all' } },
  { name: 'accepted', field: 'totalAccepted', dot: fillOf('Accepted'), search: { having: 'accepted' } },
  { name: 'pending', field: 'totalPending', dot: fillOf('Pending'), search: { having: 'pending' } },
  { name: 'rejected', field: 'totalRejected', dot: fillOf('Rejected'), search: { having: 'rejected' } },
] as const;

/** The card with the entries of the day. */
export const todayCard = 'today';

const day = [
  { name: 'customers', field: 'totalCustomers' },
  { name: 'schedule', field: 'scheduleToday' },
  { name: 'meetings', field: 'meetingsToday' },
] as const;

const byName = { show: 'all', sort: 'customerName' };

interface TilesProps {
  figures: Figures | undefined;
  /** The list of requests, if it can be opened. */
  list: string | undefined;
}

/** The totals: documents first, then people and the day. Each opens what it counts. */
export function Tiles({ figures, list }: TilesProps) {
  const { t } = useTranslation();
  return (
    <section className="whole-row card" aria-label={t('ui.dashboard.figures')}>
      <dl className={`${classes.row} grid m-0`}>
        {documents.map(({ name, field, dot, search }) => (
          <Tile key={name} dot={dot} unit value={figures?.[field]}>
            <MaybeLink to={list} search={search} className={`${classes.tileLink} plain-link`}>
              {t(`ui.dashboard.${name}`)}
            </MaybeLink>
          </Tile>
        ))}
      </dl>
      <dl className={`${classes.row} grid m-0`}>
        {day.map(({ name, field }) => (
          <Tile key={name} value={figures?.[field]}>
            {name === 'customers' ? (
              <MaybeLink to={list} search={byName} className={`${classes.tileLink} plain-link`}>
                {t('ui.dashboard.customers')}
              </MaybeLink>
            ) : (
              <a href={`#${todayCard}`} className={`${classes.tileLink} plain-link`}>
                {t(`ui.dashboard.${name}`)}
              </a>
            )}
          </Tile>
        ))}
      </dl>
    </section>
  );
}

interface TileProps {
  /** The colour of the dot in front of the name. */
  dot?: string;
  /** The number counts documents. */
  unit?: boolean;
  value: number | undefined;
  /** The name; a link in it covers the tile. */
  children: ReactNode;
}

function Tile({ dot, unit, value, children }: TileProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <div className={`${classes.tile} relative p-20`} data-small={!unit || undefined}>
      <dt
        className={`${classes.tileName} row gap-8 text-13 muted break`}
        data-dot={dot && true}
        style={{ '--dot': dot } as CSSProperties}
      >
        {children}
      </dt>
      <dd className={`${classes.tileValue} m-0 mt-4 strong figures`}>
        {value === undefined ? <Skeleton height={28} width={72} /> : number(value)}
        {unit && value !== undefined && (
          <span className={`${classes.tileUnit} phone-hidden text-12 regular muted`}>
            {t('ui.dashboard.documents')}
          </span>
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

export function Card({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
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

/** Requests by status, each linking to its list. */
export function ByStatus({ rows, list }: { rows: Figures['byStatus']; list: string | undefined }) {
  const { number } = useFormats();
  return (
    <ul className={`${classes.statuses} grid plain-list`}>
      {rows.map(({ status, requests }) => (
        <li key={status}>
          <MaybeLink
            isAlike
            to={list}
            search={{ status }}
            className={`${classes.status} plain-link row between gap-12`}
          >
            <RequestStatus value={status} />
            <span className={`${classes.statusNumber} strong figures`}>{number(requests)}</span>
          </MaybeLink>
        </li>
      ))}
    </ul>
  );
}
