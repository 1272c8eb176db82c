import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { isDate } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { useLanguage, useTranslation } from '@/lib/wording';
import { parseDay } from './parse-day';

const Calendar = lazy(() => import('./calendar'));

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'label' | 'min'> {
  label: string;
  value: string | null;
  onChange(value: string | null): void;
  /** The calendar offers nothing earlier; what is typed is checked by the form. */
  min?: string;
}

/** A day, typed in any usual way or picked from a calendar, which comes when it is asked for. */
export function DayField({ value, onChange, onBlur, min, ...input }: Props) {
  const language = useLanguage();
  const formats = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value && isDate(value) ? formats.date(value) : (value ?? '');

  /** What is no day stays as it was typed, and is told as such. */
  const take = () => {
    if (typed !== null) onChange(typed.trim() === '' ? null : (parseDay(typed, language) ?? typed.trim()));
    setTyped(null);
  };
  return (
    <TextInput
      {...input}
      value={typed ?? shown}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={(event) => {
        take();
        onBlur?.(event);
      }}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      rightSectionPointerEvents="all"
      rightSection={
        !input.readOnly && <Picker label={input.label} value={value} onChange={onChange} min={min} />
      }
    />
  );
}

function Picker({ label, value, onChange, min }: Pick<Props, 'label' | 'value' | 'onChange' | 'min'>) {
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
          <Calendar value={value && isDate(value) ? value : null} onChange={pick} min={min} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
