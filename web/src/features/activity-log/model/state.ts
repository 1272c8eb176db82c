import type { Query } from '@/lib/api';
import { dayEnd, dayStart, isDay } from './days';

/** The view of a log, kept in the address so that reload and back work. */
export interface LogState {
  /** From 1. */
  page: number;
  size: number;
  /** Dates, '' for no bound. */
  from: string;
  to: string;
  filters: Record<string, string>;
  /** The entry whose details are shown. */
  open: string;
}

export const sizes = [25, 50, 100];
/** The server neither counts nor pages beyond this. */
export const mostRows = 10_000;

export function readState(search: Record<string, string>, filters: string[]): LogState {
  const page = Number(search.page);
  const size = Number(search.size);
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: sizes.includes(size) ? size : (sizes[0] as number),
    from: isDay(search.from ?? '') ? (search.from as string) : '',
    to: isDay(search.to ?? '') ? (search.to as string) : '',
    filters: Object.fromEntries(filters.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
    open: search.open ?? '',
  };
}

/** Only the values that differ from the default view. */
export function writeState(state: LogState): Record<string, string> {
  const { page, size, from, to, filters, open } = state;
  const shown: Record<string, string> = { from, to, open, ...filters };
  if (page > 1) shown.page = String(page);
  if (size !== sizes[0]) shown.size = String(size);
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== ''));
}

export const isNarrowed = ({ from, to, filters }: LogState) =>
  from !== '' || to !== '' || Object.keys(filters).length > 0;

/** The filter part of the state as server query parameters. */
export const narrowing = ({ from, to, filters }: LogState): Query => ({
  from: from && dayStart(from),
  to: to && dayEnd(to),
  ...filters,
});
