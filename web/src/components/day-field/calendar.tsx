import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ta';
import { useLanguage, useTranslation } from '@/lib/wording';

interface Props {
  min?: string;
  value: string | null;
  onChange(day: string | null): void;
}

export default function Calendar({ min, value, onChange }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <DatePicker
      value={value}
      minDate={min}
      defaultDate={value ?? undefined}
      onChange={(day) => day && onChange(day)}
      locale={language}
      hideOutsideDates
      weekendDays={[]}
      styles={{ weekday: { color: 'var(--ink-2)' } }}
      ariaLabels={{
        previousMonth: t('ui.logs.previousMonth'),
        nextMonth: t('ui.logs.nextMonth'),
        previousYear: t('ui.logs.previousYear'),
        nextYear: t('ui.logs.nextYear'),
        previousDecade: t('ui.logs.previousYears'),
        nextDecade: t('ui.logs.nextYears'),
      }}
    />
  );
}
