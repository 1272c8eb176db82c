import '@mantine/dates/styles.layer.css';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useCalendarWords } from '@/components/day-field/calendar-words';
import { dayOf } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import classes from '../log.module.css';
import { lastDays } from '../model/state';

interface Props {
  from: string;
  to: string;
  isPhone: boolean;
  onChange(period: { from: string; to: string }): void;
}

type Range = [string | null, string | null];

const presets = [
  { name: 'today', days: 1 },
  { name: 'week', days: 7 },
  { name: 'month', days: 30 },
  { name: 'quarter', days: 90 },
];

/** Start and end of a period. Loaded on demand: a calendar is larger than the list. */
export default function PeriodField({ from, to, isPhone, onChange }: Props) {
  const { t } = useTranslation();
  const words = useCalendarWords();
  const { date } = useFormats();
  const shown = (range: Range) => (range.some(Boolean) ? range.map((end) => (end ? date(end) : '…')).join(' – ') : '');
  /** With only one end chosen, nothing is queried yet. */
  const [half, setHalf] = useState<Range | null>(null);
  const change = (range: Range) => {
    const [start, end] = range;
    const isHalf = start !== null && end === null;
    setHalf(isHalf ? range : null);
    if (!isHalf) onChange({ from: start ?? '', to: end ?? '' });
  };
  return (
    <DatePickerInput
      type="range"
      aria-label={`${t('ui.logs.period')}: ${shown([from, to]) || t('ui.logs.periodAll')}`}
      placeholder={t('ui.logs.periodAll')}
      className={classes.periodInput}
      leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
      valueFormatter={({ date: range }) => shown(range as Range)}
      value={half ?? [from || null, to || null]}
      onChange={change}
      onDropdownClose={() => setHalf(null)}
      maxDate={dayOf(new Date())}
      allowSingleDateInRange
      size={isPhone ? 'md' : 'sm'}
      classNames={{ datePickerRoot: classes.calendar, presetsList: classes.presets }}
      {...words}
      clearable
      clearButtonProps={{ 'aria-label': t('ui.common.clear') }}
      dropdownType={isPhone ? 'modal' : 'popover'}
      presets={presets.map(({ name, days }) => ({ value: lastDays(days), label: t(`ui.logs.preset.${name}`) }))}
    />
  );
}
