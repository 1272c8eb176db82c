import { Box, Button, Flex, Modal, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Progress } from '@/components/progress';
import type { Job } from '@/generated/requests';
import { useBusy } from '@/lib/busy';
import { useFocusBack } from '@/lib/focus-back';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { useKeys } from '../data/use-request';
import { bulkSendOf, saveReport } from './calls';

interface Props {
  job: Job | undefined;
  opened: boolean;
  screenId: string;
  onCancel(jobId: string): Promise<unknown>;
  onClose(): void;
}

/** How far the requests are that are sent in the background, and the report at the end. */
export default function BulkSendDialog({ job, opened, screenId, onCancel, onClose }: Props) {
  const { t } = useTranslation();
  useFocusBack(opened);
  const ended = job?.state === 'Cancelled' ? 'cancelled' : 'done';
  return (
    <Modal
      opened={opened && job !== undefined}
      onClose={onClose}
      title={t(`ui.requests.bulkSend.${job?.endedOn ? ended : 'title'}`)}
      returnFocus={false}
      size={460}
      closeButtonProps={{ 'aria-label': t('ui.common.close') }}
    >
      {job?.endedOn ? (
        <Result job={job} screenId={screenId} onClose={onClose} />
      ) : (
        job && <Running job={job} onCancel={onCancel} onClose={onClose} />
      )}
    </Modal>
  );
}

type RunningProps = Pick<Props, 'onCancel' | 'onClose'> & { job: Job };

function Running({ job, onCancel, onClose }: RunningProps) {
  const { t } = useTranslation();
  const [isBusy, run] = useBusy();
  const isEnding = job.state === 'Cancelling';
  return (
    <Stack gap={16}>
      <Progress done={job.done} of={job.total} />
      <Text c="dimmed" inherit>
        {t(isEnding ? 'ui.requests.bulkSend.cancelling' : 'ui.requests.bulkSend.goesOn')}
      </Text>
      <Flex wrap="wrap" justify="flex-end" gap={12}>
        <Button
          variant="default"
          disabled={isEnding}
          loading={isBusy}
          onClick={() => void run(() => onCancel(job.jobId))}
        >
          {t('ui.requests.bulkSend.cancel')}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {t('ui.common.close')}
        </Button>
      </Flex>
    </Stack>
  );
}

type ResultProps = Pick<Props, 'screenId' | 'onClose'> & { job: Job };

function Result({ job, screenId, onClose }: ResultProps) {
  const { t } = useTranslation();
  const [isBusy, run] = useBusy();
  const counts = { sent: job.sent, failed: job.failed, left: job.total - job.done };
  const words = (['sent', 'failed', 'left'] as const).filter((name) => name === 'sent' || counts[name] > 0);
  return (
    <Stack gap={16}>
      <div role="status">
        {words.map((name) => (
          <Text key={name} inherit>
            {t(`ui.requests.bulkSend.${name}`, { count: counts[name] })}
          </Text>
        ))}
      </div>
      {job.failed > 0 && <Failures job={job} screenId={screenId} />}
      <Flex wrap="wrap" justify="flex-end" gap={12}>
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void run(() => saveReport(job.jobId, { screenId }))}
        >
          {t('ui.requests.bulkSend.report')}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {t('ui.common.close')}
        </Button>
      </Flex>
    </Stack>
  );
}

function Failures({ job, screenId }: { job: Job; screenId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [...useKeys().root, 'bulkSend', job.jobId, job.failed],
    queryFn: ({ signal }) => bulkSendOf(job.jobId, { screenId, signal }),
  });
  const faults = data?.faults ?? [];
  if (faults.length === 0) return null;
  return (
    <Box bg="var(--bad-tint)" px={12} py={8} fz="sm" c="var(--bad)" bdrs="md" mah={240} className={looks.scrollY}>
      <ul className={looks.noBullets}>
        {faults.map(({ txnRefNo, message }) => (
          <li key={txnRefNo}>
            <strong>{txnRefNo}</strong> {message}
          </li>
        ))}
      </ul>
      {faults.length < job.failed && t('ui.requests.bulkSend.more')}
    </Box>
  );
}
