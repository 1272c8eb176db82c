import { Box, Button, Flex, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type CSSProperties, forwardRef, type ReactNode, useId } from 'react';
import { MaybeLink } from '@/components/maybe-link';
import { useFormats } from '@/lib/formats';
import looks from '@/lib/theme/looks.module.css';
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
    <section className={`${looks.card} ${looks.wholeRow}`} aria-label={t('ui.dashboard.figures')}>
      <Box component="dl" className={classes.row} m={0}>
        {documents.map(({ name, field, dot, search }) => (
          <Tile key={name} dot={dot} unit value={figures?.[field]}>
            <MaybeLink to={list} search={search} className={`${classes.tileLink} ${looks.plainLink}`}>
              {t(`ui.dashboard.${name}`)}
            </MaybeLink>
          </Tile>
        ))}
      </Box>
      <Box component="dl" className={classes.row} m={0}>
        {day.map(({ name, field }) => (
          <Tile key={name} value={figures?.[field]}>
            {name === 'customers' ? (
              <MaybeLink to={list} search={byName} className={`${classes.tileLink} ${looks.plainLink}`}>
                {t('ui.dashboard.customers')}
              </MaybeLink>
            ) : (
              <a href={`#${todayCard}`} className={`${classes.tileLink} ${looks.plainLink}`}>
                {t(`ui.dashboard.${name}`)}
              </a>
            )}
          </Tile>
        ))}
      </Box>
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
    <Box className={classes.tile} pos="relative" data-small={!unit || undefined}>
      <Flex
        component="dt"
        className={`${classes.tileName} ${looks.break}`}
        align="center"
        gap={8}
        fz="sm"
        c="dimmed"
        data-dot={dot && true}
        style={{ '--dot': dot } as CSSProperties}
      >
        {children}
      </Flex>
      <Box component="dd" className={`${classes.tileValue} ${looks.figures}`} fw={600}>
        {value === undefined ? <Skeleton height={28} width={72} /> : number(value)}
        {unit && value !== undefined && (
          <Box component="span" className={`${classes.tileUnit} ${looks.phoneHidden}`} fz="xs" fw={400} c="dimmed">
            {t('ui.dashboard.documents')}
          </Box>
        )}
      </Box>
    </Box>
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
    <section className={`${classes.card} ${looks.card}`} aria-labelledby={id}>
      <Text id={id} component="h2" fz="lg" fw={600}>
        {title}
      </Text>
      {text && (
        <Text mt={2} fz="sm" c="dimmed">
          {text}
        </Text>
      )}
      <Box mt={12}>{children}</Box>
    </section>
  );
}

/** Requests by status, each linking to its list. */
export function ByStatus({ rows, list }: { rows: Figures['byStatus']; list: string | undefined }) {
  const { number } = useFormats();
  return (
    <ul className={`${classes.statuses} ${looks.plainList}`}>
      {rows.map(({ status, requests }) => (
        <li key={status}>
          <MaybeLink isAlike to={list} search={{ status }} className={`${classes.status} ${looks.plainLink}`}>
            <RequestStatus value={status} />
            <Box component="span" className={`${classes.statusNumber} ${looks.figures}`} fw={600}>
              {number(requests)}
            </Box>
          </MaybeLink>
        </li>
      ))}
    </ul>
  );
}
