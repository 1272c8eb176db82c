import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ta';
import { useLanguage } from '@/lib/wording';

interface Props {
  value: string | null;
  onChange(day: string | null): void;
}

export default function Calendar({ value, onChange }: Props) {
  const language = useLanguage();
  return (
    <DatePicker
      value={value}
      defaultDate={value ?? undefined}
      onChange={(day) => day && onChange(day)}
      locale={language}
    />
  );
}
