import { useTranslation } from '@/lib/wording';
import type { Entry } from '../model/entry';

/** Duration of a login; '' while it is still open. */
export function useDuration({ loginDateTime, logoutDateTime }: Entry): string {
  const { t } = useTranslation();
  if (!loginDateTime || !logoutDateTime) return '';
  const minutes = Math.round((Date.parse(logoutDateTime) - Date.parse(loginDateTime)) / 60_000);
  if (Number.isNaN(minutes) || minutes < 0) return '';
  if (minutes === 0) return t('ui.logs.underMinute');
  if (minutes < 60) return t('ui.logs.minutes', { count: minutes });
  return t('ui.logs.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
