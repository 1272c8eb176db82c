import { keepPreviousData, type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Place, Query } from '@/lib/api';
import { download } from '@/lib/api/transfer';
import { useBusy } from '@/lib/busy';
import { toast } from '@/lib/feedback';
import { stringifySearch, type UrlState, useUrlState } from '@/lib/url-state';
import { useIsPhone } from '@/lib/width';

/** What a list shows, kept in the address so that reload and back work. */
export interface ListState {
  /** Counted from 1. */
  page: number;
  size: number;
  /** Field name, with a minus in front for descending; '' for the server's order. */
  sort: string;
  q: string;
  filters: Record<string, string>;
  /** What is open beside the list, and the key of its record. */
  open: string;
  key: string;
}

/** What a list understands of an address; anything else in it is dropped. */
export interface ListAddress {
  /** Page sizes, the default first. */
  sizes: number[];
  /** The order of an untouched list. */
  sort: string;
  isSort(field: string): boolean;
  isFilter(name: string, value: string): boolean;
  /** In front of the names of filters that could be anything. */
  prefix?: string;
  isOpening?(open: string): boolean;
  /** The filters of an untouched list; `show=all` in the address switches them off. */
  usual?: Record<string, string>;
  /** The server stops counting at, and does not page beyond. */
  most?: number;
  farthest?: number;
}

/** Drops invalid values: an address may be typed by hand, or be outdated. */
export function readState(search: Record<string, unknown>, address: ListAddress): ListState {
  const { sizes, prefix = '' } = address;
  const text = (name: string) => {
    const value = search[name];
    return value === undefined || typeof value === 'object' ? '' : String(value);
  };
  const names = Object.keys(search).filter((name) => name.startsWith(prefix));
  const filters = names
    .map((name) => [name.slice(prefix.length), text(name)] as const)
    .filter(([name, value]) => value !== '' && address.isFilter(name, value));
  const [sort, size, open] = [text('sort'), Number(text('size')), text('open')];
  return {
    page: Math.max(1, Math.trunc(Number(text('page'))) || 1),
    size: sizes.includes(size) ? size : (sizes[0] as number),
    sort: address.isSort(sort.replace(/^-/, '')) ? sort : address.sort,
    q: text('q'),
    filters: filters.length === 0 && text('show') !== 'all' ? (address.usual ?? {}) : Object.fromEntries(filters),
    open: address.isOpening?.(open) ? open : '',
    key: text('key'),
  };
}

/** Only values that differ from the default, so that an untouched screen has a clean address. */
export function writeState(state: ListState, { sizes, sort, prefix = '', usual = {} }: ListAddress): UrlState {
  const search: UrlState = {};
  if (state.q) search.q = state.q;
  const filters = Object.entries(state.filters).filter(([, value]) => value);
  const isUsual =
    filters.length === Object.keys(usual).length && filters.every(([name, value]) => usual[name] === value);
  if (filters.length === 0 && !isUsual) search.show = 'all';
  if (!isUsual) for (const [name, value] of filters) search[prefix + name] = value;
  if (state.sort !== sort) search.sort = state.sort;
  if (state.page > 1) search.page = String(state.page);
  if (state.size !== sizes[0]) search.size = String(state.size);
  if (state.open) search.open = state.open;
  if (state.open && state.key) search.key = state.key;
  return search;
}

export function withFilter(state: ListState, name: string, value: string | null): ListState {
  const { [name]: _gone, ...rest } = state.filters;
  return { ...state, page: 1, filters: value ? { ...rest, [name]: value } : rest };
}

export const isNarrowed = ({ q, filters }: ListState) => q !== '' || Object.keys(filters).length > 0;

/** Ascending, then descending, then the default order. */
export function nextSort(sort: string, field: string, standard: string): string {
  if (sort === field) return `-${field}`;
  return sort === `-${field}` && sort !== standard ? standard : field;
}

/** The filters and the order as query parameters, for lists, exports and saved views. */
export const narrowing = ({ q, sort, filters }: ListState) => ({
  ...filters,
  ...(q ? { q } : {}),
  ...(sort ? { sort } : {}),
});

export const pageQuery = (state: ListState) => ({ ...narrowing(state), page: state.page - 1, size: state.size });

export interface ListActions {
  /** Shows another part of the list, from page one unless a page is given; the browser's back skips it. */
  show(patch: Partial<ListState>): void;
  filter(name: string, value: string | null): void;
  open(what: string, key?: string): void;
  close(): void;
  /** The address of an open record, for links that may open in a new tab. */
  href(what: string, key: string): string;
}

/** `address` must be stable. */
export function useListState(address: ListAddress): [ListState, ListActions] {
  const [search, change] = useUrlState();
  const state = useMemo(() => readState(search, address), [search, address]);
  const actions = useMemo<ListActions>(() => {
    const go = (next: ListState, replace: boolean) => {
      const gone = Object.keys(writeState(state, address)).map((name) => [name, undefined]);
      change({ ...Object.fromEntries(gone), ...writeState(next, address) }, { replace });
    };
    return {
      show: (patch) => go({ ...state, page: 1, open: '', key: '', ...patch }, true),
      filter: (name, value) => go(withFilter(state, name, value), true),
      open: (open, key = '') => go({ ...state, open, key }, state.open !== ''),
      close: () => go({ ...state, open: '', key: '' }, true),
      href: (open, key) => stringifySearch({ part: search.part, ...writeState({ ...state, open, key }, address) }),
    };
  }, [address, change, state, search.part]);
  return [state, actions];
}

interface Asked<P> {
  queryKey: unknown[];
  queryFn(context: QueryFunctionContext): Promise<P>;
  refetchInterval?: number;
  refetchOnMount?: boolean;
}

/** A list with its place in the address and the page that is shown; the previous one stays until the next one loads. */
export function useListPage<P>(address: ListAddress, ask: (state: ListState) => Asked<P>) {
  const [state, list] = useListState(address);
  const answer = useQuery({ placeholderData: keepPreviousData, refetchOnMount: 'always', ...ask(state) });
  return { state, list, answer, address, isPhone: useIsPhone() };
}

export type ListPage<P> = ReturnType<typeof useListPage<P>>;

export interface Selection<R> {
  rows: Map<string, R>;
  /** Rows are selected, or will be: phones have no room for checkboxes that nobody uses. */
  isOn: boolean;
  begin(): void;
  set(rows: R[], on: boolean): void;
  drop(keys: string[]): void;
  clear(): void;
}

/** The selection across pages. A reloaded row replaces the stored one, so that its version is the newest. */
export function useSelection<R>(listed: R[] | undefined, keyOf: (row: R) => string): Selection<R> {
  const [rows, setRows] = useState(new Map<string, R>());
  const [isBegun, setIsBegun] = useState(false);
  useEffect(() => {
    setRows((now) => {
      const renewed = listed?.filter((row) => now.has(keyOf(row)) && now.get(keyOf(row)) !== row) ?? [];
      if (renewed.length === 0) return now;
      return new Map([...now, ...renewed.map((row) => [keyOf(row), row] as const)]);
    });
  }, [listed, keyOf]);
  const methods = useMemo(() => {
    const drop = (isDropped: (key: string) => boolean) => {
      setRows((now) => new Map([...now].filter(([key]) => !isDropped(key))));
      setIsBegun(false);
    };
    return {
      begin: () => setIsBegun(true),
      set: (changed: R[], on: boolean) =>
        setRows((now) => {
          const next = new Map(now);
          for (const row of changed) {
            if (on) next.set(keyOf(row), row);
            else next.delete(keyOf(row));
          }
          return next;
        }),
      drop: (keys: string[]) => drop((key) => keys.includes(key)),
      clear: () => drop(() => true),
    };
  }, [keyOf]);
  const isOn = isBegun || rows.size > 0;
  return useMemo(() => ({ ...methods, rows, isOn }), [methods, rows, isOn]);
}

/** Exports a whole list, across all pages, as a file. The client shows failures itself. */
export function useExport(place: Place, done?: string) {
  const [isExporting, run] = useBusy();
  const start = async (query: Query, screenId?: string) => {
    const manner = screenId === undefined ? undefined : { screenId };
    if ((await run(() => download(place, query, manner))) && done) toast(done);
  };
  return { isExporting, start };
}
