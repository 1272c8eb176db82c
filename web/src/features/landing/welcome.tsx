import { Button } from '@mantine/core';
import {
  IconBuildingBank,
  IconChecks,
  IconChevronRight,
  IconEyeCheck,
  IconFileText,
  IconFolders,
  IconHistory,
  IconPlugConnected,
  IconTemplate,
  IconUserHeart,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/empty-state';
import { list } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import { useScreen } from '@/lib/permissions';
import { pathOfQueue, useQueueHead } from '@/lib/review-queue';
import { useAuth } from '@/lib/session';
import { ChartSkeleton, type Month, MonthlyChart } from '@/shared/monthly-chart';
import classes from './landing.module.css';

export function Welcome({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { userName, userId } = useAuth();
  return (
    <section className={`${classes.welcome} row wrap between`}>
      <div>
        <h1>{t('ui.landing.hello', { name: userName || userId })}</h1>
        <p className="m-0 mt-4 text-15 muted">{t('app.tagline')}</p>
      </div>
      {children}
    </section>
  );
}

/** What waits for the user's review, and the way to it. */
export function ToReview() {
  const { t } = useTranslation();
  const { date } = useFormats();
  const path = pathOfQueue(useAuth());
  const head = useQueueHead();
  if (!path || !head) return null;
  const { count, first } = head;
  return (
    <Link to={path} className={`${classes.review} plain-link row gap-12 py-12 px-20 mb-24 card`}>
      <span className={`${classes.reviewIcon} middle fixed rounded ${count > 0 ? 'tint-turn' : 'tint-ok'}`}>
        {count > 0 ? (
          <IconEyeCheck size={20} stroke={1.6} aria-hidden />
        ) : (
          <IconChecks size={20} stroke={1.6} aria-hidden />
        )}
      </span>
      <span className="grid grow narrow gap-2">
        <span className="strong">{t('ui.queue.waiting', { count })}</span>
        <span className="text-13 muted">
          {first ? t('ui.queue.oldest', { day: date(first.documentDueDate) }) : t('ui.queue.empty.text')}
        </span>
      </span>
      <IconChevronRight size={16} stroke={1.75} className="fixed faint" aria-hidden />
    </Link>
  );
}

const icons = {
  work: IconFileText,
  organisation: IconBuildingBank,
  customers: IconUserHeart,
  requests: IconTemplate,
  documents: IconFolders,
  users: IconUsers,
  systems: IconPlugConnected,
  logs: IconHistory,
};

interface Area {
  name: keyof typeof icons;
  count: number;
  path: string;
}

/** One card per group of the user's screens. */
export function Areas({ areas }: { areas: Area[] }) {
  const { t } = useTranslation();
  if (areas.length === 0) return null;
  return (
    <section>
      <h2 className={`${classes.heading} text-15 strong`}>{t('ui.landing.areas')}</h2>
      <div className={`${classes.areas} grid gap-16`}>
        {areas.map(({ name, count, path }) => {
          const Icon = icons[name];
          return (
            <Link
              key={name}
              to={path}
              className={`${classes.area} plain-link p-20 gap-12 flex align-start card`}
            >
              <span className={`${classes.areaIcon} middle fixed brand rounded`}>
                <Icon size={20} stroke={1.6} aria-hidden />
              </span>
              <span className="grid grow narrow gap-2">
                <span className="strong">{t(`ui.shell.group.${name}`)}</span>
                <span className="text-13 muted">{t(`ui.landing.${name}Text`)}</span>
                <span className="mt-4 text-12 muted">{t('ui.landing.screens', { count })}</span>
              </span>
              <IconChevronRight size={16} stroke={1.75} className="mt-8 fixed faint" aria-hidden />
            </Link>
          );
        })}
      </div>
    </section>
  );
}

const place = { area: 'transaction', resource: 'dashboard/monthly' } as const;

const months = async (): Promise<Month[]> => (await list<Month>(place, {}, { screenId: '' })).content;

export function MonthlyRequests() {
  const { t } = useTranslation();
  const { entityCode, tenantCode, branchCode } = useAuth();
  const [follow, all] = [useScreen('SD-BNK-002'), useScreen('SD-BNK-005')];
  const list = (all ?? follow)?.path;
  const queryKey = ['monthly', entityCode, tenantCode, branchCode];
  const { data, isLoading, isError, refetch } = useQuery({ queryKey, queryFn: months });
  return (
    <section className="p-24 phone-p-16 card">
      <h2 className="title">{t('ui.landing.chart')}</h2>
      <p className="m-0 mt-2 mb-16 text-13 muted">{t('ui.landing.chartText')}</p>
      <div className={classes.chart}>
        {isLoading && <ChartSkeleton />}
        {isError && (
          <EmptyState title={t('ui.landing.failed')}>
            <Button variant="default" onClick={() => refetch()}>
              {t('ui.common.retry')}
            </Button>
          </EmptyState>
        )}
        {data && <MonthlyChart months={data} list={list} />}
      </div>
    </section>
  );
}
