import { Flex, Skeleton, Tabs } from '@mantine/core';
import { type Icon, IconFileCertificate, IconFileZip, IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { IconButton, ToolButton } from '@/components/icon-button';
import { saveFile } from '@/lib/api/transfer';
import { useBusy } from '@/lib/busy';
import type { DocRequest } from '@/lib/requests';
import type { ScreenInfo } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { RequestActions } from '../actions/request-actions';
import { archiveOf, evidenceOf } from '../data/calls';
import { useRequestRoutes } from '../request-routes';
import { HoldBanner } from '../shared/hold-banner';
import { RequestHead } from '../shared/loaded-request';
import { type DetailTab, detailTabs, RequestTabs } from '../shared/request-tabs';
import { useDrafts } from './review/use-review';
import { Workbench } from './review/workbench';

const RequestTab = lazy(() => import('./request-tab'));
const Timeline = lazy(() => import('./timeline'));
const Meetings = lazy(() => import('./meetings'));

const isTab = (text: string | undefined): text is DetailTab => (detailTabs as readonly string[]).includes(text ?? '');

export function Details({ request, screen }: { request: DocRequest; screen: ScreenInfo }) {
  const [{ tab }] = useUrlState();
  const shown = isTab(tab) ? tab : 'documents';
  const drafts = useDrafts();
  const props = { request, screen };
  return (
    <Flex component="article" direction="column">
      <RequestHead request={request}>
        <Ways request={request} />
        <RequestActions request={request} screenId={screen.screenCode} />
      </RequestHead>
      <HoldBanner request={request} screenId={screen.screenCode} />
      <RequestTabs txnRefNo={request.txnRefNo} shown={shown}>
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
      </RequestTabs>
    </Flex>
  );
}

/** The upload page, the files as an archive, and the evidence pack. */
function Ways({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const { upload } = useRequestRoutes();
  const mayUpload = request.parties.some(({ documents }) =>
    documents.some(({ allowed }) => allowed.includes('upload')),
  );
  const navigate = useNavigate();
  const go = (pathOf: (txnRefNo: string) => string) => void navigate({ to: pathOf(request.txnRefNo) });
  return (
    <>
      {upload && mayUpload && (
        <ToolButton Icon={IconUpload} label={t('ui.requests.action.upload')} onClick={() => go(upload)} />
      )}
      <ArchiveButton request={request} />
      <EvidenceButton request={request} />
    </>
  );
}

interface DownloadProps {
  Icon: Icon;
  label: string;
  load: () => Promise<{ name: string; archive: Blob }>;
}

function DownloadButton({ Icon, label, load }: DownloadProps) {
  const [isBusy, run] = useBusy();
  const take = async () => {
    const { name, archive } = await load();
    saveFile(archive, name);
  };
  return (
    <IconButton
      Icon={Icon}
      variant="default"
      className={looks.touch}
      size={36}
      label={label}
      loading={isBusy}
      onClick={() => void run(take)}
    />
  );
}

/** Downloads the newest version of every document as one file. */
function ArchiveButton({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const hasFiles = request.parties.some(({ documents }) => documents.some(({ versions }) => versions.length > 0));
  if (!hasFiles) return null;
  const load = () => archiveOf(request.txnRefNo, {});
  return <DownloadButton Icon={IconFileZip} label={t('ui.requests.archive')} load={load} />;
}

/** Downloads documents, decisions, messages and timeline as one signed file, for those who may export. */
function EvidenceButton({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  if (!request.allowed.includes('evidence')) return null;
  const load = () => evidenceOf(request.txnRefNo, {});
  return <DownloadButton Icon={IconFileCertificate} label={t('ui.requests.evidence')} load={load} />;
}
