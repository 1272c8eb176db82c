import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ta';
import { IconCalendar } from '@tabler/icons-react';
import { useLanguage } from '@/lib/wording';
import { parseDay, SHOWN } from './parse-day';
import { common, type InputProps } from './types';

export function DayField(props: InputProps) {
  const language = useLanguage();
  const { field, value, onChange, locked } = props;
  return (
    <DateInput
      {...common(props as InputProps<never>)}
      value={value}
      onChange={onChange}
      valueFormat={SHOWN}
      dateParser={(text) => parseDay(text, language)}
      locale={language}
      clearable={!field.required && !locked}
      rightSection={value && !field.required && !locked ? undefined : <IconCalendar size={16} aria-hidden />}
      rightSectionPointerEvents={value && !field.required && !locked ? 'all' : 'none'}
    />
  );
}
