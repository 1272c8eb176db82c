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

interface Props {
  value: string;
  /** Where its words are: customers have their own. */
  words?: 'status' | 'ui.provider.requestStatus' | 'ui.provider.documentStatus';
}

/** The status of a request or document. */
export function RequestStatus({ value, words = 'status' }: Props) {
  const { t } = useTranslation();
  return <Pill tone={tones[value]}>{t(`${words}.${value}`)}</Pill>;
}
