import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useCalendarWords } from './calendar-words';

interface Props {
  min?: string;
  value: string | null;
  onChange(day: string | null): void;
}

export default function Calendar({ min, value, onChange }: Props) {
  return (
    <DatePicker
      value={value}
      minDate={min}
      defaultDate={value ?? undefined}
      onChange={(day) => day && onChange(day)}
      styles={{ weekday: { color: 'var(--ink-2)' } }}
      {...useCalendarWords()}
    />
  );
}
