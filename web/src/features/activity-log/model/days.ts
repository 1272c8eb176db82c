import { dayOf } from '@/lib/days';

const local = (day: string, time: string) => new Date(`${day}T${time}`).toISOString();

/** Times are shown in the reader's time zone, so days begin and end in it too. */
export const dayStart = (day: string) => local(day, '00:00:00.000');
export const dayEnd = (day: string) => local(day, '23:59:59.999');

/** The period of `count` days that ends today. */
export function lastDays(count: number, today = new Date()): [string, string] {
  const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - count + 1);
  return [dayOf(first), dayOf(today)];
}
