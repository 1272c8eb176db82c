import { useMemo } from 'react';
import { shortMonth } from '@/lib/formats/short-month';
import { useLanguage } from '@/lib/wording';

const locales = { en: 'en-GB', ta: 'ta-IN' } as const;

function readable(text: string, format: Intl.DateTimeFormat): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : shortMonth(format.format(date));
}

/** Days and moments as the reader of this page says them: `4 December`, `4 Dec 2026, 16:20`. */
export function useDayWords() {
  const language = useLanguage();
  return useMemo(() => {
    const locale = locales[language];
    // A day has no time zone: it is the same for everybody.
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
      /** The year is said only when it is another one. */
      day: (text: string) => readable(text, text.startsWith(String(new Date().getFullYear())) ? near : far),
      moment: (text: string) => readable(text, moment),
    };
  }, [language]);
}

/** Today as the reader's calendar has it. */
export function today(now = new Date()): string {
  const part = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}

/** Whole days from today to a day; negative when it has passed. */
export const daysUntil = (day: string, from = today()) =>
  Math.round((Date.parse(day) - Date.parse(from)) / 86_400_000);
