import type { ListAddress, ListState } from '@/components/list';
import type { Query } from '@/lib/api';
import { isDate } from '@/lib/days';
import { dayEnd, dayStart } from './days';

/** The server neither counts nor pages beyond this. */
export const mostRows = 10_000;

/** What a log understands of an address: a period and the filters of its definition. */
export const addressOf = (filters: string[] = []): ListAddress => ({
  sizes: [25, 50, 100],
  sort: '',
  isSort: () => false,
  isFilter: (name, value) => (name === 'from' || name === 'to' ? isDate(value) : filters.includes(name)),
  isOpening: () => true,
});

/** The filter part of the state as server query parameters. */
export const narrowing = ({ filters: { from, to, ...filters } }: ListState): Query => ({
  from: from && dayStart(from),
  to: to && dayEnd(to),
  ...filters,
});
