import { Tabs } from '@mantine/core';
import { ListHead } from '@/components/list';
import type { ScreenInfo } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { Calendar } from './calendar';
import { daysAhead } from './calls';
import { History } from './history';

/** Each tab starts at its first page. */
const blank = { date: '', kind: '', isHeld: '', page: '', size: '' };

/** What is destroyed in the next weeks, how to keep it, and what was destroyed. */
export default function PurgeCalendar({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const [{ tab }, setUrl] = useUrlState();
  const shown = tab === 'history' ? 'history' : 'calendar';
  return (
    <>
      <ListHead title={t(`screen.${screen.screenCode}`)} about={t('ui.retention.about')} />
      <Tabs value={shown} onChange={(next) => setUrl({ ...blank, tab: next === 'history' ? next : '' })}>
        <Tabs.List>
          <Tabs.Tab value="calendar">{t('ui.retention.tab.calendar', { days: daysAhead })}</Tabs.Tab>
          <Tabs.Tab value="history">{t('ui.retention.tab.history')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="calendar" pt={20}>
          {shown === 'calendar' && <Calendar screen={screen} />}
        </Tabs.Panel>
        <Tabs.Panel value="history" pt={20}>
          {shown === 'history' && <History screen={screen} />}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
