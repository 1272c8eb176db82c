import type { Query } from '@/lib/api';
import { isDate } from '@/lib/days';
import { requestStatuses } from '@/lib/requests';
import type { UrlState } from '@/lib/url-state';

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
export type Filters = Partial<Record<FilterName, string>>;

/** The view of a request list, kept in the address so that reload and back work. */
export interface ListState {
  /** Counted from 1. */
  page: number;
  size: number;
  /** Field name, with a minus in front for descending. */
  sort: string;
  q: string;
  filters: Filters;
}

/** The server neither counts nor pages beyond this. */
export const mostCounted = 1_000;
export const farthest = 10_000;
export const sizes = [15, 25, 50, 100];
const standardSize = 15;
const days: FilterName[] = ['from', 'to', 'dueFrom', 'dueTo'];

/** Drops invalid values: an address may be typed by hand, or be outdated. */
function isSensible(name: FilterName, value: string) {
  if (days.includes(name)) return isDate(value);
  if (name === 'status') return (requestStatuses as readonly string[]).includes(value);
  return name === 'overdue' ? value === 'true' : value !== '';
}

export function readFilters(search: UrlState): Filters {
  const found = filterNames.filter((name) => isSensible(name, search[name] ?? ''));
  return Object.fromEntries(found.map((name) => [name, search[name]]));
}

export function readState(search: UrlState, sorts: string[], standard: string): ListState {
  const size = Number(search.size);
  const sort = search.sort ?? '';
  return {
    page: Math.max(1, Math.trunc(Number(search.page)) || 1),
    size: sizes.includes(size) ? size : standardSize,
    sort: sorts.includes(sort.replace(/^-/, '')) ? sort : standard,
    q: search.q ?? '',
    filters: readFilters(search),
  };
}

/** Only values that differ from the default, so that an untouched screen has a clean address. */
export function writeState(state: ListState, standard: string): UrlState {
  const search: UrlState = { ...state.filters } as UrlState;
  if (state.q) search.q = state.q;
  if (state.sort !== standard) search.sort = state.sort;
  if (state.page > 1) search.page = String(state.page);
  if (state.size !== standardSize) search.size = String(state.size);
  return search;
}

export function withFilter(state: ListState, name: FilterName, value: string | null): ListState {
  const { [name]: _gone, ...rest } = state.filters;
  return { ...state, page: 1, filters: value ? { ...rest, [name]: value } : rest };
}

export const isNarrowed = ({ q, filters }: ListState) => q !== '' || Object.keys(filters).length > 0;

/** Ascending, then descending, then the screen's default. */
export function nextSort(sort: string, field: string, standard: string): string {
  if (sort === field) return `-${field}`;
  return sort === `-${field}` && sort !== standard ? standard : field;
}

/** The filters and order of the state, shared with exports and saved views. */
export const narrowing = ({ q, sort, filters }: ListState): Query => ({ ...filters, q, sort });

export const searchQuery = (state: ListState): Query => ({
  ...narrowing(state),
  page: state.page - 1,
  size: state.size,
});
