import { isDate } from '@/lib/days';
import type { Language } from '@/lib/session';
import { useLanguage } from '@/lib/wording';

const locales = { en: 'en-GB', ta: 'ta-IN' } as const;
const moment = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const;
/** A date has no time zone: it is the same everywhere. A moment is on the reader's day. */
const timeZone = 'UTC';

function formatsIn(locale: string) {
  const written = (style: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, style);
    return (text: string) => {
      const date = new Date(text);
      return Number.isNaN(date.getTime()) ? text : shortMonth(format.format(date));
    };
  };
  const date = written({ dateStyle: 'medium', timeZone });
  const dateOfMoment = written({ dateStyle: 'medium' });
  const near = written({ day: 'numeric', month: 'long', timeZone });
  const far = written({ day: 'numeric', month: 'long', year: 'numeric', timeZone });
  const number = new Intl.NumberFormat(locale);
  return {
    date: (text: string) => (isDate(text) ? date : dateOfMoment)(text),
    /** In words, with the year only when it is not the current one: `4 December`. */
    day: (text: string) => (text.startsWith(String(new Date().getFullYear())) ? near : far)(text),
    moment: written(moment),
    /** With seconds. */
    exact: written({ ...moment, timeStyle: 'medium' }),
    time: written({ timeStyle: 'short', hourCycle: 'h23' }),
    number: (value: number) => number.format(value),
  };
}

const known: Partial<Record<Language, ReturnType<typeof formatsIn>>> = {};

/** Dates, times and numbers in the reader's format. */
export function useFormats() {
  const language = useLanguage();
  known[language] ??= formatsIn(locales[language]);
  return known[language];
}

/** The name of a country in the reader's language. */
export function countryName(code: string, language: Language) {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;
}

/** British English abbreviates September to four letters; among the others that looks like a mistake. */
const shortMonth = (text: string) => text.replace(/\bSept\b/, 'Sep');
