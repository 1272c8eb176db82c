import { useMemo } from 'react';
import { isDate } from '@/lib/days';
import { useLanguage } from '@/lib/wording';

const locales = { en: 'en-GB', ta: 'ta-IN' } as const;

/** Dates, times and numbers in the reader's format. */
export function useFormats() {
  const language = useLanguage();
  return useMemo(() => {
    const locale = locales[language];
    // A date has no time zone: it is the same everywhere. A moment is on the reader's day.
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
    const dayOfMoment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
    const moment = new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      hourCycle: 'h23',
    });
    const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', hourCycle: 'h23' });
    const number = new Intl.NumberFormat(locale);
    return {
      date: (text: string) => readable(text, isDate(text) ? day : dayOfMoment),
      moment: (text: string) => readable(text, moment),
      time: (text: string) => readable(text, time),
      number: (value: number) => number.format(value),
    };
  }, [language]);
}

function readable(text: string, format: Intl.DateTimeFormat): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : shortMonth(format.format(date));
}

/** British English abbreviates September to four letters; among the others that looks like a mistake. */
export const shortMonth = (text: string) => text.replace(/\bSept\b/, 'Sep');
