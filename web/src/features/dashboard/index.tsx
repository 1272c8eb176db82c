import { Select, Skeleton } from '@mantine/core';
import { LoadFailed } from '@/components/empty-state';
import { ListHead } from '@/components/list';
import { useScreen } from '@/lib/permissions';
import { pathOfWizard } from '@/lib/requests';
import { type ScreenInfo, useAuth } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { ChartSkeleton, MonthlyChart } from '@/shared/monthly-chart';
import { type Figures, useFigures } from './calls';
import classes from './dashboard.module.css';
import { DocumentsPie } from './documents-pie';
import { Renewals } from './renewals';
import { Schedule } from './schedule';
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
        <div className={`${classes.board} grid gap-16`} data-old={isPlaceholderData || undefined}>
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
          <div className={`${classes.whole} whole-row`}>
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
    <p className="p-12 tint-info whole-row m-0 text-13 rounded">{t('ui.dashboard.notOwn', { tenant })}</p>
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
