import { useMemo } from 'react';
import { shortMonth } from '@/lib/formats';
import { useLanguage } from '@/lib/wording';

const locales = { en: 'en-GB', ta: 'ta-IN' } as const;

function readable(text: string, format: Intl.DateTimeFormat): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : shortMonth(format.format(date));
}

/** Dates and times in the page's language: `4 December`, `4 Dec 2026, 16:20`. */
export function useDayWords() {
  const language = useLanguage();
  return useMemo(() => {
    const locale = locales[language];
    // A date has no time zone: it is the same everywhere.
    const near = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
    const far = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    const moment = new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      hourCycle: 'h23',
    });
    return {
      /** The year is shown only when it is not the current one. */
      day: (text: string) => readable(text, text.startsWith(String(new Date().getFullYear())) ? near : far),
      moment: (text: string) => readable(text, moment),
    };
  }, [language]);
}

/** Today in the reader's time zone. */
export function today(now = new Date()): string {
  const part = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}

/** Whole days from today to a date; negative when it has passed. */
export const daysUntil = (day: string, from = today()) =>
  Math.round((Date.parse(day) - Date.parse(from)) / 86_400_000);
