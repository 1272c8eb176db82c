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
  'having',
  'closedFrom',
  'closedTo',
  'purgeWithin',
] as const;
export type FilterName = (typeof filterNames)[number];

/** The server neither counts nor pages beyond this. */
export const mostCounted = 1_000;
export const farthest = 10_000;
/** What a request's documents are like. */
export const havings = [
  'pending',
  'toCome',
  'inReview',
  'accepted',
  'rejected',
  'notRequired',
  'resubmission',
  'claim',
  'decision',
] as const;
const days = ['from', 'to', 'dueFrom', 'dueTo', 'closedFrom', 'closedTo'];

function isFilter(name: string, value: string) {
  if (days.includes(name)) return isDate(value);
  if (name === 'status') return (requestStatuses as readonly string[]).includes(value);
  if (name === 'having') return (havings as readonly string[]).includes(value);
  if (name === 'purgeWithin') return /^[1-9]\d{0,2}$/.test(value);
  return name === 'overdue' ? value === 'true' : (filterNames as readonly string[]).includes(name);
}

export const addressOf = (sort: string, usual?: Record<string, string>): ListAddress => ({
  usual,
  sizes: [15, 25, 50, 100],
  sort,
  isSort: (field) => sorts.includes(field),
  isFilter,
});

const addresses = new Map<string, ListAddress>();

/** One object per screen and user, so that it is stable. `me` is the user whose own requests the screen shows at first. */
export function addressOn(screenCode: string, me?: string): ListAddress {
  const key = `${screenCode} ${me ?? ''}`;
  const { sort, usual } = kindOf(screenCode);
  const known = addresses.get(key) ?? addressOf(sort, me ? { owner: me } : usual);
  addresses.set(key, known);
  return known;
}

/** The list of transactions is about the user's own requests, for users who make some. */
export const ownOn = (screenCode: string, userId: string, makesRequests: boolean) =>
  screenCode === 'SD-BNK-006' && makesRequests ? userId : undefined;
