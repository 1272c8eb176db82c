import type { ListAddress, ListState } from '@/components/list';
import type { Query } from '@/lib/api';
import { dayOf, isDate } from '@/lib/days';

/** What a log understands of an address: a period and the filters of its definition. */
export const addressOf = (filters: string[] = []): ListAddress => ({
  sizes: [25, 50, 100],
  sort: '',
  isSort: () => false,
  isFilter: (name, value) => (name === 'from' || name === 'to' ? isDate(value) : filters.includes(name)),
  isOpening: () => true,
  most: 10_000,
});

/** The filter part of the state as server query parameters. */
export const narrowing = ({ filters: { from, to, ...filters } }: ListState): Query => ({
  from: from && dayStart(from),
  to: to && dayEnd(to),
  ...filters,
});

const local = (day: string, time: string) => new Date(`${day}T${time}`).toISOString();

/** Times are shown in the reader's time zone, so days begin and end in it too. */
export const dayStart = (day: string) => local(day, '00:00:00.000');
export const dayEnd = (day: string) => local(day, '23:59:59.999');

/** The period of `count` days that ends today. */
export function lastDays(count: number, today = new Date()): [string, string] {
  const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - count + 1);
  return [dayOf(first), dayOf(today)];
}
