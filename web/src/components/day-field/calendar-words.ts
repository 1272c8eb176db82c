import 'dayjs/locale/ta';
import { useLanguage, useTranslation } from '@/lib/wording';

/** What every calendar has: its language, plain weekends, buttons with names. */
export function useCalendarWords() {
  const { t } = useTranslation();
  return {
    locale: useLanguage(),
    hideOutsideDates: true,
    weekendDays: [],
    ariaLabels: {
      previousMonth: t('ui.logs.previousMonth'),
      nextMonth: t('ui.logs.nextMonth'),
      previousYear: t('ui.logs.previousYear'),
      nextYear: t('ui.logs.nextYear'),
      previousDecade: t('ui.logs.previousYears'),
      nextDecade: t('ui.logs.nextYears'),
    },
  };
}
