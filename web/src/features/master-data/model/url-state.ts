import type { Definition } from './definition';

export type Opening = 'new' | 'edit' | 'copy' | 'history' | 'import';

/** Everything a user would miss after a reload or back. */
export interface ListState {
  /** Counted from 1. */
  page: number;
  size: number;
  /** Field name, with a minus in front for descending. */
  sort: string | null;
  q: string;
  filters: Record<string, string>;
  open: Opening | null;
  /** The key of the open record. */
  key: string;
}

export type Search = Record<string, unknown>;

export const SIZES = [15, 25, 50, 100];
const DEFAULT_SIZE = 15;
const OPENINGS: Opening[] = ['new', 'edit', 'copy', 'history', 'import'];
const FILTER = 'f.';

/** The router may have parsed a value as a number or boolean; turn it back into text. */
function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

export function readState(search: Search, definition: Definition): ListState {
  const known = new Set(definition.fields.map((field) => field.name));
  const sort = text(search.sort);
  const size = Number(text(search.size));
  const open = text(search.open) as Opening;
  return {
    page: Math.max(1, Math.trunc(Number(text(search.page))) || 1),
    size: SIZES.includes(size) ? size : DEFAULT_SIZE,
    sort: known.has(sort.replace(/^-/, '')) || /^-?updatedOn$/.test(sort) ? sort : null,
    q: text(search.q),
    filters: readFilters(search, known),
    open: OPENINGS.includes(open) ? open : null,
    key: text(search.key),
  };
}

function readFilters(search: Search, known: Set<string>): Record<string, string> {
  const filters: Record<string, string> = {};
  for (const [name, value] of Object.entries(search)) {
    const field = name.slice(FILTER.length);
    if (name.startsWith(FILTER) && known.has(field) && text(value) !== '') filters[field] = text(value);
  }
  return filters;
}

/** Only values that differ from the default, so that an untouched screen has a clean address. */
export function writeState(state: ListState): Record<string, string | number> {
  const search: Record<string, string | number> = {};
  if (state.q) search.q = state.q;
  for (const [field, value] of Object.entries(state.filters)) if (value) search[FILTER + field] = value;
  if (state.sort) search.sort = state.sort;
  if (state.page > 1) search.page = state.page;
  if (state.size !== DEFAULT_SIZE) search.size = state.size;
  if (state.open) search.open = state.open;
  if (state.open && state.key) search.key = state.key;
  return search;
}

/** Changing the list returns to page one. */
export function withList(state: ListState, change: Partial<ListState>): ListState {
  return { ...state, page: 1, ...change };
}

export function withFilter(state: ListState, field: string, value: string | null): ListState {
  const { [field]: _gone, ...rest } = state.filters;
  return withList(state, { filters: value ? { ...rest, [field]: value } : rest });
}

/** Ascending, then descending, then the server's default. */
export function nextSort(sort: string | null, field: string): string | null {
  if (sort === field) return `-${field}`;
  return sort === `-${field}` ? null : field;
}

/** The list state as query parameters of the service. */
export function listQuery(state: ListState): Record<string, string | number> {
  return {
    page: state.page - 1,
    size: state.size,
    ...(state.sort ? { sort: state.sort } : {}),
    ...(state.q ? { q: state.q } : {}),
    ...state.filters,
  };
}
