import { useTranslation } from '@/lib/wording';
import classes from './request-status.module.css';

const tones: Record<string, 'ok' | 'warn' | 'bad' | 'info' | 'neutral'> = {
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

/** How a request or a document stands, as dot and pill: colour never speaks alone. */
export function RequestStatus({ value }: { value: string }) {
  const { t } = useTranslation();
  return (
    <span className={classes.pill} data-tone={tones[value] ?? 'neutral'}>
      {t(`status.${value}`)}
    </span>
  );
}
