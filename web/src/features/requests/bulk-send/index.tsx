import { Button, Loader } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useFormats } from '@/lib/formats';
import { useOnce } from '@/lib/on-demand';
import { useTranslation } from '@/lib/wording';
import type { useBulkSend } from './use-bulk-send';

export { useBulkSend } from './use-bulk-send';

const BulkSendDialog = lazy(() => import('./dialog'));

interface Props {
  bulkSend: ReturnType<typeof useBulkSend>;
  screenId: string;
}

/** The dialog, and while it is closed what opens it again. */
export function BulkSending({ bulkSend: { job, isOpen, cancel, open, close }, screenId }: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const isUsed = useOnce(isOpen);
  const text = job?.endedOn
    ? t('ui.requests.bulkSend.sent', { count: job.sent })
    : job && t('ui.requests.bulkSend.progress', { done: number(job.done), all: number(job.total) });
  return (
    <>
      {job && !isOpen && (
        <Button
          variant="default"
          mb={12}
          leftSection={job.endedOn ? <IconCircleCheck size={16} aria-hidden /> : <Loader size={16} aria-hidden />}
          onClick={open}
        >
          {text}
        </Button>
      )}
      <Suspense>
        {isUsed && <BulkSendDialog job={job} opened={isOpen} screenId={screenId} onCancel={cancel} onClose={close} />}
      </Suspense>
    </>
  );
}
