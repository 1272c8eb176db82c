import { Skeleton, Tabs } from '@mantine/core';
import { IconLayoutList, IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ToolButton } from '@/components/icon-button';
import type { DocRequest } from '@/lib/requests';
import type { ScreenInfo } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { RequestActions } from '../actions/request-actions';
import { useRequestRoutes } from '../request-routes';
import { RequestHead } from '../shared/request-head';
import { ArchiveButton } from './archive-button';
import classes from './details.module.css';
import { useDrafts } from './review/use-review';
import { Workbench } from './review/workbench';

const RequestTab = lazy(() => import('./request-tab'));
const Timeline = lazy(() => import('./timeline'));
const Meetings = lazy(() => import('./meetings'));

const tabs = ['documents', 'request', 'timeline', 'meetings'] as const;
type Tab = (typeof tabs)[number];
const isTab = (text: string | undefined): text is Tab => (tabs as readonly string[]).includes(text ?? '');

export function Details({ request, screen }: { request: DocRequest; screen: ScreenInfo }) {
  const { t } = useTranslation();
  const [{ tab }, change] = useUrlState();
  const shown = isTab(tab) ? tab : 'documents';
  const drafts = useDrafts();
  const props = { request, screen };
  return (
    <article className="column">
      <RequestHead request={request}>
        <Ways request={request} />
        <RequestActions request={request} screenId={screen.screenCode} />
      </RequestHead>
      <Tabs
        value={shown}
        onChange={(next) =>
          change({ tab: next === 'documents' ? undefined : (next ?? undefined) }, { replace: false })
        }
        keepMounted={false}
      >
        <Tabs.List className={classes.tabs}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`ui.requests.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="documents">
          <Workbench {...props} drafts={drafts} />
        </Tabs.Panel>
        <Suspense fallback={<Skeleton height={320} radius="lg" mt={20} />}>
          <Tabs.Panel value="request" pt={20}>
            <RequestTab {...props} />
          </Tabs.Panel>
          <Tabs.Panel value="timeline" pt={20}>
            <Timeline {...props} />
          </Tabs.Panel>
          <Tabs.Panel value="meetings" pt={20}>
            <Meetings {...props} />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
    </article>
  );
}

/** Links to the overview and the upload page. */
function Ways({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const { overview, upload } = useRequestRoutes();
  const mayUpload = request.parties.some(({ documents }) =>
    documents.some(({ allowed }) => allowed.includes('upload')),
  );
  const navigate = useNavigate();
  const go = (pathOf: (txnRefNo: string) => string) => void navigate({ to: pathOf(request.txnRefNo) });
  return (
    <>
      {overview && (
        <ToolButton
          Icon={IconLayoutList}
          label={t('ui.requests.open.overview')}
          onClick={() => go(overview)}
        />
      )}
      {upload && mayUpload && (
        <ToolButton Icon={IconUpload} label={t('ui.requests.action.upload')} onClick={() => go(upload)} />
      )}
      <ArchiveButton request={request} />
    </>
  );
}
