import { Flex, Skeleton, Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useScreen } from '@/lib/permissions';
import type { DocRequest } from '@/lib/requests';
import type { ScreenInfo } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { RequestActions } from '../actions/request-actions';
import { useDrafts } from '../details/review/use-review';
import { Workbench } from '../details/review/workbench';
import { Overview } from '../overview/overview';
import { detailsScreen, overviewScreen } from '../request-routes';
import { HoldBanner } from '../shared/hold-banner';
import { RequestHead } from '../shared/loaded-request';
import classes from '../shared/shared.module.css';
import { NextStep } from './next-step';
import { Toolbar } from './toolbar';

const RequestTab = lazy(() => import('../details/request-tab'));
const Timeline = lazy(() => import('../details/timeline'));
const Meetings = lazy(() => import('../details/meetings'));

/** The tabs for users who have Transaction Details. */
const detailTabs = ['documents', 'request', 'timeline', 'meetings'] as const;

interface Props {
  request: DocRequest;
  screen: ScreenInfo;
}

/** One request: its state, its actions, and its tabs. The tab is in the query, so that the screen stays the same. */
export function RequestPage({ request, screen }: Props) {
  const { t } = useTranslation();
  const [{ tab }, change] = useUrlState();
  const overview = useScreen(overviewScreen) ?? screen;
  const details = useScreen(detailsScreen);
  const drafts = useDrafts();
  const usual = screen.screenCode === detailsScreen ? 'documents' : 'overview';
  const tabs: string[] = ['overview', ...(details ? detailTabs : [])];
  const shown = tab && tabs.includes(tab) ? tab : usual;
  const go = (name: string | null) =>
    change(
      { tab: name === usual ? undefined : (name ?? undefined), doc: undefined, v: undefined, f: undefined },
      { replace: false },
    );
  const here = screen.path.replace(':txnRefNo', encodeURIComponent(request.txnRefNo));
  return (
    <Flex component="article" direction="column">
      <RequestHead request={request}>
        <Toolbar request={request} />
        <RequestActions request={request} screenId={screen.screenCode} />
      </RequestHead>
      <HoldBanner request={request} screenId={screen.screenCode} />
      <NextStep request={request} onReview={details && shown !== 'documents' ? () => go('documents') : undefined} />
      <Tabs value={shown} onChange={go} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(name === 'overview' ? 'ui.requests.open.overview' : `ui.requests.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview" pt={20}>
          <Overview request={request} screenId={overview.screenCode} review={details && here} />
        </Tabs.Panel>
        {details && (
          <Suspense fallback={<Skeleton height={320} radius="lg" mt={20} />}>
            <Tabs.Panel value="documents">
              <Workbench request={request} screen={details} drafts={drafts} />
            </Tabs.Panel>
            <Tabs.Panel value="request" pt={20}>
              <RequestTab request={request} screen={details} />
            </Tabs.Panel>
            <Tabs.Panel value="timeline" pt={20}>
              <Timeline request={request} screen={details} />
            </Tabs.Panel>
            <Tabs.Panel value="meetings" pt={20}>
              <Meetings request={request} screen={details} />
            </Tabs.Panel>
          </Suspense>
        )}
      </Tabs>
    </Flex>
  );
}
