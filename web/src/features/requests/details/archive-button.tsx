import { IconFileZip } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { saveFile } from '@/lib/api/transfer';
import type { DocRequest } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { archiveOf } from '../data/calls';

/** Downloads the newest version of every document as one file. */
export function ArchiveButton({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const hasFiles = request.parties.some(({ documents }) =>
    documents.some(({ versions }) => versions.length > 0),
  );
  if (!hasFiles) return null;
  const take = async () => {
    setBusy(true);
    try {
      const { name, archive } = await archiveOf(request.txnRefNo, {});
      saveFile(archive, name);
    } catch {
      // The client has already shown the failure.
    } finally {
      setBusy(false);
    }
  };
  const name = t('ui.requests.archive');
  return (
    <IconButton
      Icon={IconFileZip}
      variant="default"
      className="touch"
      size={36}
      label={name}
      loading={busy}
      onClick={() => void take()}
    />
  );
}
