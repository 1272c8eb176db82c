import { Pill, type Tone } from '@/components/pill';
import { useTranslation } from '@/lib/wording';

const tones: Record<string, Tone> = {
  New: 'neutral',
  Requested: 'info',
  Modified: 'info',
  Pending: 'warn',
  Uploaded: 'warn',
  Waiting: 'warn',
  Accepted: 'ok',
  Rejected: 'bad',
  Expired: 'bad',
  'Not Required': 'neutral',
};

/** The status of a request or document. */
export function RequestStatus({ value }: { value: string }) {
  const { t } = useTranslation();
  return <Pill tone={tones[value]}>{t(`status.${value}`)}</Pill>;
}
