import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { saveFile } from '@/lib/api/transfer';
import type { RequestDocument, StoredFile } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { type FileAt, originalOf } from '../../data/calls';

const ActionDialog = lazy(async () => ({
  default: (await import('../../actions/action-dialog')).ActionDialog,
}));

interface Props {
  at: FileAt;
  file: StoredFile;
  document: RequestDocument;
  screenId: string;
}

/** Says that the Aadhaar number is covered, and gives the original to those who may have it, for a reason. */
export function Masked({ at, file, document, screenId }: Props) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  if (!file.isMasked) return null;
  return (
    <div className="row wrap m-0 py-8 px-16 gap-8 text-13 line-below">
      <IconEyeOff size={16} aria-hidden />
      {t('ui.requests.masked.covered')}
      {document.allowed.includes('original') && (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            setIsAsked(true);
            setAsks(true);
          }}
        >
          {t('ui.requests.masked.open')}
        </Button>
      )}
      {isAsked && (
        <Suspense>
          <ActionDialog
            action={asks ? 'original' : null}
            name={file.fileName}
            requests={[]}
            run={async ({ reason }) => saveFile(await originalOf(at, reason, { screenId }), file.fileName)}
            onStale={async () => {}}
            onClose={() => setAsks(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
