import { useTranslation } from '@/lib/wording';
import classes from './message.module.css';
import { smsLength } from './sms-length';

const DEAR = 3;

/** How many SMS segments a text takes, counted with the sample values. */
export function SmsCounter({ text }: { text: string }) {
  const { t } = useTranslation();
  const { encoding, used, segments, left } = smsLength(text);
  return (
    <p
      className={`${classes.counter} flex wrap m-0 text-12 muted`}
      data-dear={segments > DEAR || undefined}
      role="status"
    >
      <b>{t('ui.rich.message.segments', { count: segments })}</b>
      <span>{t('ui.rich.message.used', { used, left })}</span>
      <span>{t(`ui.rich.message.encoding.${encoding}`)}</span>
    </p>
  );
}
