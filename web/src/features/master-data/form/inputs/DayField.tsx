import { ActionIcon, Popover, Skeleton, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useLanguage, useTranslation } from '@/lib/wording';
import { isDate } from '../../model/check';
import { useFormats } from '../../words';
import { parseDay } from './parse-day';
import { common, type InputProps } from './types';

const Calendar = lazy(() => import('./Calendar'));

/** A day, typed in any usual way or picked from a calendar, which comes when it is asked for. */
export function DayField(props: InputProps) {
  const language = useLanguage();
  const formats = useFormats();
  const { value, onChange, onBlur, locked } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value && isDate(value) ? formats.date(value) : (value ?? '');

  /** What is no day stays as it was typed, and is told as such. */
  const take = () => {
    if (typed !== null) onChange(typed.trim() === '' ? null : (parseDay(typed, language) ?? typed.trim()));
    setTyped(null);
  };
  return (
    <TextInput
      {...common(props as InputProps<never>)}
      value={typed ?? shown}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        take();
        onBlur();
      }}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      rightSectionPointerEvents="all"
      rightSection={!locked && <Picker {...props} />}
    />
  );
}

function Picker({ label, value, onChange }: InputProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const pick = (day: string | null) => {
    onChange(day);
    setIsOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('ui.master.calendar', { label })}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Suspense fallback={<Skeleton height={240} width={252} />}>
          <Calendar value={value && isDate(value) ? value : null} onChange={pick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
