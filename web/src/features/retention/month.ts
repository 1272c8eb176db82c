import { addDays } from '@/lib/days';

/** `2026-11` of `2026-11-20`. */
export const monthOf = (date: string) => date.slice(0, 7);

/** The first day of a month before or after. */
export function stepMonth(month: string, by: number): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + by);
  return first.toISOString().slice(0, 10);
}

/** The days of a month in weeks that begin on a Monday. */
export function weeksOf(month: string): (string | undefined)[][] {
  const first = `${month}-01`;
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const weeks: (string | undefined)[][] = [];
  for (let start = addDays(first, -before); start < stepMonth(month, 1); start = addDays(start, 7)) {
    const week = Array.from({ length: 7 }, (_, at) => addDays(start, at));
    weeks.push(week.map((date) => (monthOf(date) === month ? date : undefined)));
  }
  return weeks;
}
