import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { isDate } from '../../model/check';

dayjs.extend(customParseFormat);

export const SHOWN = 'DD MMM YYYY';
const ACCEPTED = [
  'YYYY-MM-DD',
  'DD/MM/YYYY',
  'D/M/YYYY',
  'DD-MM-YYYY',
  'D-M-YYYY',
  'DD.MM.YYYY',
  SHOWN,
  'D MMM YYYY',
  'DDMMYYYY',
];

/** A day as it may be typed here, day before month; `null` when it is none. */
export function parseDay(text: string, locale = 'en'): string | null {
  for (const format of ACCEPTED) {
    const day = dayjs(text.trim(), format, locale, true);
    const iso = day.isValid() ? day.format('YYYY-MM-DD') : '';
    if (isDate(iso)) return iso;
  }
  return null;
}
