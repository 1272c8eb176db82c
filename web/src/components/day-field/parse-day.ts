import { isDate } from '@/lib/days';

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
