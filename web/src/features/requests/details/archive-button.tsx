import { type Icon, IconFileCertificate, IconFileZip } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { saveFile } from '@/lib/api/transfer';
import type { DocRequest } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { archiveOf, evidenceOf } from '../data/calls';

interface DownloadProps {
  Icon: Icon;
  label: string;
  load: () => Promise<{ name: string; archive: Blob }>;
}

function DownloadButton({ Icon, label, load }: DownloadProps) {
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      const { name, archive } = await load();
      saveFile(archive, name);
    } catch {
      // The client has already shown the failure.
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton
      Icon={Icon}
      variant="default"
      className="touch"
      size={36}
      label={label}
      loading={busy}
      onClick={() => void take()}
    />
  );
}

/** Downloads the newest version of every document as one file. */
export function ArchiveButton({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const hasFiles = request.parties.some(({ documents }) =>
    documents.some(({ versions }) => versions.length > 0),
  );
  if (!hasFiles) return null;
  const load = () => archiveOf(request.txnRefNo, {});
  return <DownloadButton Icon={IconFileZip} label={t('ui.requests.archive')} load={load} />;
}

/** Downloads documents, decisions, messages and timeline as one signed file, for those who may export. */
export function EvidenceButton({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  if (!request.allowed.includes('evidence')) return null;
  const load = () => evidenceOf(request.txnRefNo, {});
  return <DownloadButton Icon={IconFileCertificate} label={t('ui.requests.evidence')} load={load} />;
}
