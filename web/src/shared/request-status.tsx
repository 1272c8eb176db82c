import { Pill, type Tone } from '@/components/pill';
import type { DocumentStatus, RequestStatus as Status } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';

type Shown = Status | DocumentStatus;

/** The one mapping from a status to a colour. `turn`: the bank has to act; `warn`: the customer does. */
const tones: Record<Shown, Tone> = {
  New: 'neutral',
  Requested: 'info',
  Modified: 'info',
  Pending: 'warn',
  Uploaded: 'turn',
  Waiting: 'turn',
  Accepted: 'ok',
  Rejected: 'bad',
  Expired: 'bad',
  'Not Required': 'neutral',
};

const fills: Record<Tone, string> = {
  ok: 'var(--ok)',
  // The text colour is too dark for an area.
  warn: 'var(--warn-fill)',
  turn: 'var(--turn)',
  bad: 'var(--bad)',
  info: 'var(--info)',
  neutral: 'var(--line-strong)',
};

export const toneOf = (status: Shown): Tone => tones[status];

/** The colour of a status in bars, dots and charts. */
export const fillOf = (status: Shown) => fills[toneOf(status)];

interface Props {
  value: Shown;
  /** Where its words are: customers have their own. */
  words?: 'status' | 'ui.provider.requestStatus' | 'ui.provider.documentStatus';
}

/** The status of a request or document. */
export function RequestStatus({ value, words = 'status' }: Props) {
  const { t } = useTranslation();
  return <Pill tone={toneOf(value)}>{t(`${words}.${value}`)}</Pill>;
}
