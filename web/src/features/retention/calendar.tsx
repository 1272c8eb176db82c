import { Box, Button, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft, IconCalendarOff } from '@tabler/icons-react';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { type ListAddress, useListState } from '@/components/list';
import { isDate } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import type { ScreenInfo } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useIsPhone } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import { type DueDay, daysAhead, type Kind, kinds, queryOf, useDays } from './calls';
import { DayList } from './day-list';
import { Items } from './items';
import { MonthView } from './month-view';
import classes from './retention.module.css';

/** The chosen day is in the address, so that reload and back work. */
export const address: ListAddress = {
  sizes: [25, 50, 100],
  sort: '',
  isSort: () => false,
  isFilter: (name, value) =>
    (name === 'date' && isDate(value)) ||
    (name === 'kind' && kinds.includes(value as Kind)) ||
    (name === 'isHeld' && value === 'true'),
  /** The server counts and pages no further. */
  most: 1_000,
  farthest: 10_000,
};

/** The days on which something is destroyed, as a month and as a list, and beside them exactly what. A phone shows one or the other. */
export function Calendar({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const [state, list] = useListState(address);
  const days = useDays(screen.screenCode);
  const isPhone = useIsPhone();
  const { date, kind, isHeld } = state.filters;
  const named = date && kind ? { date, kind: kind as Kind, isHeld: isHeld === 'true' } : undefined;
  const dated = days.data?.filter((day) => !day.isHeld) ?? [];
  const first = dated[0] ?? days.data?.[0];
  const chosen = named ?? (isPhone ? undefined : first);
  const choose = (day: DueDay) => list.show({ filters: queryOf(day) });
  if (days.error && !days.data) return <LoadFailed error={days.error} onRetry={() => void days.refetch()} />;
  if (!days.data) return <Skeleton height={320} radius="lg" />;
  if (days.data.length === 0 && !named) {
    return (
      <EmptyState
        Icon={IconCalendarOff}
        title={t('ui.retention.empty.title')}
        text={t('ui.retention.empty.text', { days: daysAhead })}
      />
    );
  }
  return (
    <>
      {!(isPhone && chosen) && <Totals days={days.data} />}
      <div className={classes.columns}>
        {!(isPhone && chosen) && (
          <Stack gap={16} miw={0}>
            {dated.length > 0 && <MonthView days={dated} chosen={chosen} onChoose={choose} />}
            <DayList days={days.data} chosen={chosen} onChoose={choose} />
          </Stack>
        )}
        {chosen && (
          <Box component="section" miw={0}>
            {isPhone && (
              <Button
                variant="subtle"
                ml={-16}
                leftSection={<IconArrowLeft size={16} aria-hidden />}
                onClick={() => list.show({ filters: {} })}
              >
                {t('ui.retention.back')}
              </Button>
            )}
            <Items
              key={`${chosen.date} ${chosen.kind} ${chosen.isHeld}`}
              screen={screen}
              day={chosen}
              state={state}
              list={list}
              address={address}
            />
          </Box>
        )}
      </div>
    </>
  );
}

/** How much is destroyed in the whole period, by kind. */
function Totals({ days }: { days: DueDay[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <Box component="dl" className={classes.totals} m={0} mb={20}>
      {kinds.map((kind) => {
        const own = days.filter((day) => day.kind === kind && !day.isHeld);
        const count = (name: 'requests' | 'documents') => own.reduce((sum, day) => sum + day[name], 0);
        return (
          <div key={kind} className={`${classes.kind} ${looks.card}`}>
            <Box component="dt" fz="sm" c="dimmed">
              {t(`ui.retention.kind.${kind}`)}
            </Box>
            <Box component="dd" className={`${classes.total} ${looks.figures}`} m={0} fw={600}>
              {number(count(kind === 'records' ? 'requests' : 'documents'))}
            </Box>
            <Box component="dd" className={classes.about} m={0} fz="xs" c="dimmed">
              {t(`ui.retention.kindText.${kind}`)}
            </Box>
          </div>
        );
      })}
    </Box>
  );
}
