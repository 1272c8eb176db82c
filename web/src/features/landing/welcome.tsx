import { Box, Button, Flex, Text } from '@mantine/core';
import {
  IconBuildingBank,
  IconChecks,
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
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/empty-state';
import { list } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import { useScreen } from '@/lib/permissions';
import { pathOfQueue, useQueueHead } from '@/lib/review-queue';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { tint } from '@/lib/theme/tint';
import { ChartSkeleton, type Month, MonthlyChart } from '@/shared/monthly-chart';
import classes from './landing.module.css';
import { LinkCard } from './link-card';

export function Welcome({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { userName, userId } = useAuth();
  return (
    <Flex component="section" className={classes.welcome} wrap="wrap" justify="space-between" align="center">
      <div>
        <h1>{t('ui.landing.hello', { name: userName || userId })}</h1>
        <Text mt={4} fz="lg" c="dimmed">
          {t('app.tagline')}
        </Text>
      </div>
      {children}
    </Flex>
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
    <Box mb={24}>
      <LinkCard
        to={path}
        Icon={count > 0 ? IconEyeCheck : IconChecks}
        colours={tint(count > 0 ? 'turn' : 'ok')}
        title={t('ui.queue.waiting', { count })}
        text={first ? t('ui.queue.oldest', { day: date(first.documentDueDate) }) : t('ui.queue.empty.text')}
      />
    </Box>
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
      <Box component="h2" mt={28} mx={0} mb={12} fz="lg" fw={600}>
        {t('ui.landing.areas')}
      </Box>
      <div className={classes.areas}>
        {areas.map(({ name, count, path }) => (
          <LinkCard
            key={name}
            to={path}
            Icon={icons[name]}
            title={t(`ui.shell.group.${name}`)}
            text={t(`ui.landing.${name}Text`)}
          >
            <Box component="span" mt={4} fz="xs" c="dimmed">
              {t('ui.landing.screens', { count })}
            </Box>
          </LinkCard>
        ))}
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
    <Box component="section" className={looks.card} p={{ base: 16, sm: 24 }}>
      <Text component="h2" fz="lg" fw={600}>
        {t('ui.landing.chart')}
      </Text>
      <Text mt={2} mb={16} fz="sm" c="dimmed">
        {t('ui.landing.chartText')}
      </Text>
      <Box mih={260}>
        {isLoading && <ChartSkeleton />}
        {isError && (
          <EmptyState title={t('ui.landing.failed')}>
            <Button variant="default" onClick={() => refetch()}>
              {t('ui.common.retry')}
            </Button>
          </EmptyState>
        )}
        {data && <MonthlyChart months={data} list={list} />}
      </Box>
    </Box>
  );
}
