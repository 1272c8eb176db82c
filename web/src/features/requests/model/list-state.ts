import type { ListAddress } from '@/components/list';
import { isDate } from '@/lib/days';
import { requestStatuses } from '@/lib/requests';
import { kindOf, sorts } from './columns';

export const filterNames = [
  'status',
  'from',
  'to',
  'dueFrom',
  'dueTo',
  'branchCode',
  'requestCategory',
  'customerType',
  'owner',
  'overdue',
] as const;
export type FilterName = (typeof filterNames)[number];

/** The server neither counts nor pages beyond this. */
export const mostCounted = 1_000;
export const farthest = 10_000;
const days = ['from', 'to', 'dueFrom', 'dueTo'];

function isFilter(name: string, value: string) {
  if (days.includes(name)) return isDate(value);
  if (name === 'status') return (requestStatuses as readonly string[]).includes(value);
  return name === 'overdue' ? value === 'true' : (filterNames as readonly string[]).includes(name);
}

export const addressOf = (sort: string): ListAddress => ({
  sizes: [15, 25, 50, 100],
  sort,
  isSort: (field) => sorts.includes(field),
  isFilter,
});

const addresses = new Map<string, ListAddress>();

/** One object per screen, so that it is stable. */
export function addressOn(screenCode: string): ListAddress {
  const known = addresses.get(screenCode) ?? addressOf(kindOf(screenCode).sort);
  addresses.set(screenCode, known);
  return known;
}
