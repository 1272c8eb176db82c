import { IconDownload, IconFileCertificate, IconFileZip, IconPrinter, IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { ToolButton } from '@/components/icon-button';
import { ActionMenu, type MenuItem } from '@/components/lazy-menu';
import { saveFile } from '@/lib/api/transfer';
import { useBusy } from '@/lib/busy';
import type { DocRequest } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { archiveOf, evidenceOf } from '../data/calls';
import { documentsOf } from '../model/owing';
import { useRequestRoutes } from '../request-routes';

/** The same on every tab: the upload page, and what can be taken away. */
export function Toolbar({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const { upload } = useRequestRoutes();
  const navigate = useNavigate();
  const [isBusy, run] = useBusy();
  const { txnRefNo } = request;
  const documents = documentsOf(request).map(({ document }) => document);
  const mayUpload = documents.some(({ allowed }) => allowed.includes('upload'));
  const items: MenuItem[] = [
    { label: t('ui.requests.print'), Icon: IconPrinter, onClick: () => window.print(), isApart: true },
  ];
  if (request.allowed.includes('evidence')) {
    items.unshift({
      label: t('ui.requests.evidence'),
      Icon: IconFileCertificate,
      onClick: () => void run(() => saveEvidence(txnRefNo)),
    });
  }
  if (documents.some(({ versions }) => versions.length > 0)) {
    items.unshift({
      label: t('ui.requests.archive'),
      Icon: IconFileZip,
      onClick: () => void run(() => saveArchive(txnRefNo)),
    });
  }
  return (
    <>
      {upload && mayUpload && (
        <ToolButton
          Icon={IconUpload}
          label={t('ui.requests.action.upload')}
          onClick={() => void navigate({ to: upload(txnRefNo) })}
        />
      )}
      <ActionMenu
        items={() => items}
        button={(trigger) => (
          <ToolButton {...trigger} Icon={IconDownload} label={t('ui.requests.download')} loading={isBusy} />
        )}
      />
    </>
  );
}

/** The newest version of every document as one file. */
async function saveArchive(txnRefNo: string) {
  const { name, archive } = await archiveOf(txnRefNo, {});
  saveFile(archive, name);
}

/** Documents, decisions, messages and timeline as one signed file. */
export async function saveEvidence(txnRefNo: string) {
  const { name, archive } = await evidenceOf(txnRefNo, {});
  saveFile(archive, name);
}
