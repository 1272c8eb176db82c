import { Box, Button, Flex, Select, Skeleton, Text } from '@mantine/core';
import { IconCalendarCheck, IconRefresh } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { ListHead, ScrollBox } from '@/components/list';
import { MaybeLink } from '@/components/maybe-link';
import { isDate } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { useScreen } from '@/lib/permissions';
import { pathOfRequest, pathOfWizard } from '@/lib/requests';
import { type ScreenInfo, useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { ChartSkeleton, MonthlyChart } from '@/shared/monthly-chart';
import { type Figures, type Renewal, type ScheduleEntry, useFigures, useRenewals } from './calls';
import classes from './dashboard.module.css';
import { DocumentsPie } from './documents-pie';
import { PaceCards } from './pace';
import { ByStatus, Card, NewRequest, Tiles, todayCard } from './tiles';

/** The banker's start page: what was requested, what arrived, what is due today. */
export default function Dashboard({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const [{ tenant }, setUrl] = useUrlState();
  const auth = useAuth();
  const wizard = pathOfWizard(auth);
  const { data, error, refetch, isPlaceholderData } = useFigures(tenant);
  /** Only requests of the current tenant can be opened. */
  const isOwn = data?.tenantCode === auth.tenantCode;
  const own = useScreen('SD-BNK-002')?.path;
  const list = isOwn ? own : undefined;
  return (
    <>
      <ListHead title={t(`screen.${screen.screenCode}`)} about={t('ui.dashboard.about')}>
        {data && <Tenants figures={data} onChoose={(code) => setUrl({ tenant: code })} />}
        {wizard && <NewRequest to={wizard} />}
      </ListHead>
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.board} data-old={isPlaceholderData || undefined}>
          {data && !isOwn && <NotOwn figures={data} />}
          <Tiles figures={data} list={list} />
          <div className={classes.wide}>
            <Card title={t('ui.dashboard.monthly')} text={t('ui.dashboard.monthlyText')}>
              {data ? <MonthlyChart months={data.monthly} list={list} /> : <ChartSkeleton />}
            </Card>
          </div>
          <Card title={t('ui.dashboard.pie')}>
            {data ? <DocumentsPie figures={data} list={list} /> : <ChartSkeleton />}
          </Card>
          <PaceCards tenant={tenant} />
          <div className={classes.wide} data-short>
            <Renewals tenant={tenant} wizard={wizard} isOwn={isOwn} />
          </div>
          <div data-short id={todayCard}>
            <Card title={t('ui.dashboard.schedule')}>
              {data ? (
                <Schedule entries={data.todaysSchedule} inAll={data.scheduleToday} isOwn={isOwn} />
              ) : (
                <ChartSkeleton />
              )}
            </Card>
          </div>
          <div className={`${classes.whole} ${looks.wholeRow}`}>
            <Card title={t('ui.dashboard.byStatus')}>
              {data ? <ByStatus rows={data.byStatus} list={list} /> : <Skeleton height={72} />}
            </Card>
          </div>
        </div>
      )}
    </>
  );
}

/** Figures of another tenant are read-only. */
function NotOwn({ figures: { tenants, tenantCode } }: { figures: Figures }) {
  const { t } = useTranslation();
  const tenant = tenants.find((each) => each.tenantCode === tenantCode)?.tenantName ?? tenantCode;
  return (
    <Text className={looks.wholeRow} p={12} fz="sm" c="var(--info)" bg="var(--info-tint)" bdrs="md">
      {t('ui.dashboard.notOwn', { tenant })}
    </Text>
  );
}

/** Chooses the tenant of the figures. Hidden for users with a single tenant. */
function Tenants({ figures, onChoose }: { figures: Figures; onChoose(code: string): void }) {
  const { t } = useTranslation();
  const { tenants, tenantCode } = figures;
  if (tenants.length < 2) return null;
  const data = tenants.map((tenant) => ({ value: tenant.tenantCode, label: tenant.tenantName }));
  return (
    <Select
      className={classes.tenant}
      aria-label={t('ui.dashboard.tenant')}
      data={data}
      value={tenantCode}
      onChange={(code) => code !== null && onChoose(code)}
      allowDeselect={false}
      checkIconPosition="right"
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

interface Props {
  /** As chosen; undefined for the session's. */
  tenant: string | undefined;
  wizard: string | undefined;
  /** Requests of another tenant can be neither opened nor renewed. */
  isOwn: boolean;
}

/** Expiring documents; one click starts the renewal request. */
function Renewals({ tenant, wizard, isOwn }: Props) {
  const { t } = useTranslation();
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRenewals(tenant);
  const rows = data?.pages.flatMap(({ content }) => content) ?? [];
  return (
    <Card title={t('ui.dashboard.renewals')} text={t('ui.dashboard.renewalsText')}>
      {isPending && <Skeleton height={132} />}
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <EmptyState Icon={IconRefresh} words="ui.dashboard.renewalsNone" />}
      {rows.length > 0 && (
        <ul className={`${looks.plainList} ${looks.lines}`}>
          {rows.map((row) => (
            <Row
              key={`${row.txnRefNo} ${row.documentNo}`}
              row={row}
              wizard={isOwn ? wizard : undefined}
              isOwn={isOwn}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" size="xs" mt={12} loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('ui.dashboard.more')}
        </Button>
      )}
    </Card>
  );
}

function Row({ row, wizard, isOwn }: { row: Renewal; wizard: string | undefined; isOwn: boolean }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const auth = useAuth();
  const navigate = useNavigate();
  const to = isOwn ? pathOfRequest(auth, row.txnRefNo) : undefined;
  const names = { title: row.documentTitle, name: row.customerName };
  const renew = () => {
    if (wizard) navigate({ to: wizard, search: { renew: `${row.txnRefNo}:${row.documentNo}` } as never });
  };
  return (
    <Flex component="li" className={classes.renewal} wrap="wrap" align="center">
      <Box component="span" className={`${classes.what} ${looks.break}`} miw={0} fw={500}>
        {row.documentTitle}
        <Box component="span" display="block" fz="sm" fw={400} c="dimmed">
          {row.customerName} ·{' '}
          <MaybeLink to={to} className={looks.textLink}>
            {row.txnRefNo}
          </MaybeLink>
        </Box>
      </Box>
      <Box component="span" fz="sm" c="dimmed">
        {t('ui.dashboard.renewDue', { day: date(row.dueOn) })}
      </Box>
      {row.renewedBy ? (
        <Box component="span" fz="sm" c="dimmed">
          {t('ui.dashboard.renewed', { reference: row.renewedBy })}
        </Box>
      ) : (
        wizard && (
          <Button size="xs" variant="light" aria-label={t('ui.dashboard.renewName', names)} onClick={renew}>
            {t('ui.dashboard.renew')}
          </Button>
        )
      )}
    </Flex>
  );
}

interface ScheduleProps {
  /** The first entries of each kind. */
  entries: ScheduleEntry[];
  inAll: number;
  isOwn: boolean;
}

/** Today's entries: meetings by time, then due dates and expiries. */
function Schedule({ entries, inAll, isOwn }: ScheduleProps) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const auth = useAuth();
  if (entries.length === 0) {
    return <EmptyState Icon={IconCalendarCheck} words="ui.dashboard.scheduleNone" />;
  }
  return (
    <>
      <ScrollBox className={`${classes.scroll} ${looks.scrollY}`} label={t('ui.dashboard.schedule')}>
        <ul className={`${looks.plainList} ${looks.lines}`}>
          {entries.map((entry) => (
            <li key={`${entry.kind} ${entry.at} ${entry.txnRefNo}`}>
              <MaybeLink
                isAlike
                to={isOwn ? pathOfRequest(auth, entry.txnRefNo) : undefined}
                className={`inset-focus ${classes.entry} ${looks.plainLink}`}
              >
                <Box component="span" className={looks.figures} miw={56} flex="none" fz="sm" c="dimmed">
                  {isDate(entry.at) ? t('ui.dashboard.allDay') : time(entry.at)}
                </Box>
                <Box component="span" className={`${classes.what} ${looks.break}`} miw={0} fw={500}>
                  {entry.subject || t(`ui.dashboard.kind.${entry.kind}`)}
                  <Box component="span" display="block" fz="sm" fw={400} c="dimmed">
                    {entry.customerName || entry.txnRefNo}
                  </Box>
                </Box>
              </MaybeLink>
            </li>
          ))}
        </ul>
      </ScrollBox>
      {inAll > entries.length && <More count={inAll - entries.length} day={isOwn ? dayOf(entries) : undefined} />}
    </>
  );
}

const dayOf = (entries: ScheduleEntry[]) => entries.find((entry) => entry.kind === 'due')?.at;

/** The remaining count, with a link to the list. */
function More({ count, day }: { count: number; day: string | undefined }) {
  const { t } = useTranslation();
  const list = useScreen('SD-BNK-002');
  return (
    <Text mt={8} fz="sm" c="dimmed">
      <MaybeLink to={day && list?.path} search={{ dueFrom: day, dueTo: day }} className={looks.textLink}>
        {t('ui.dashboard.scheduleMore', { count })}
      </MaybeLink>
    </Text>
  );
}
