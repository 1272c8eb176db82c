import { TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { LazyMenu, type MenuButton } from '@/components/lazy-menu';
import { isDate } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { retryImport, usePreload } from '@/lib/on-demand';
import { useLanguage, useTranslation } from '@/lib/wording';

const load = () => retryImport(() => import('./calendar-popover'));
const CalendarPopover = lazy(load);

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'label' | 'min'> {
  label: string;
  value: string | null;
  onChange(value: string | null): void;
  /** The calendar offers nothing earlier; the form checks typed values. */
  min?: string;
}

/** A date, typed in any usual format or picked from a calendar that loads on demand. */
export function DayField({ value, onChange, onBlur, min, ...input }: Props) {
  const language = useLanguage();
  const formats = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value && isDate(value) ? formats.date(value) : (value ?? '');

  /** Keeps text that is not a date, so that the form can report it. */
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
      rightSection={!input.readOnly && <Picker label={input.label} value={value} onChange={onChange} min={min} />}
    />
  );
}

interface PickerProps extends Pick<Props, 'label' | 'value' | 'min'> {
  onChange(day: string | null): void;
}

/** The calendar button; its popover is fetched on the user's first input. */
function Picker(props: PickerProps) {
  const { t } = useTranslation();
  usePreload(load);
  const button: MenuButton = (trigger) => (
    <IconButton
      Icon={IconCalendar}
      iconSize={16}
      {...trigger}
      label={t('ui.master.calendar', { label: props.label })}
    />
  );
  return (
    <LazyMenu kind="dialog" button={button}>
      <CalendarPopover {...props} button={button} />
    </LazyMenu>
  );
}

const NUMBERS = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
];
const NAMED = /^(?<day>\d{1,2})\s+(?<name>[^\d.,\s]+)[.,]*\s+(?<year>\d{4})$/;

/** 1 for January, in the page's language or English, short or long; 0 if it is not a month. */
function monthOf(name: string, locale: string): number {
  const isNamed = (month: number) =>
    [locale, 'en'].some((each) => {
      const words = new Intl.DateTimeFormat(each, { month: 'long', timeZone: 'UTC' });
      return words
        .format(Date.UTC(2026, month, 1))
        .toLowerCase()
        .startsWith(name.toLowerCase());
    });
  return name.length < 3 ? 0 : Array.from({ length: 12 }, (_, month) => month).findIndex(isNamed) + 1;
}

/** Parses a typed date, day before month; `null` if it is not a date. */
export function parseDay(text: string, locale = 'en'): string | null {
  const typed = text.trim();
  const numbers = NUMBERS.map((pattern) => pattern.exec(typed)?.groups).find(Boolean);
  const named = NAMED.exec(typed)?.groups;
  const { day = '', year = '' } = numbers ?? named ?? {};
  const month = numbers?.month ?? String(monthOf(named?.name ?? '', locale));
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(iso) ? iso : null;
}
