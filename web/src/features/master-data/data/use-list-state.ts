import { useCallback, useMemo } from 'react';
import { stringifySearch, useUrlState } from '@/lib/url-state';
import type { Definition } from '../model/definition';
import { type ListState, type Opening, readState, writeState } from '../model/url-state';

export interface ListActions {
  /** Shows another list; a step back goes over it. */
  go(next: ListState): void;
  open(what: Opening, key?: string): void;
  close(): void;
  /** The address of an opened record, for links that may go to a new tab. */
  href(what: Opening, key: string): string;
}

/** The list's state lives in the address alone, so that reload and back just work. */
export function useListState(definition: Definition): [ListState, ListActions] {
  const [search, change] = useUrlState();
  const state = useMemo(() => readState(search, definition), [search, definition]);
  const show = useCallback(
    (next: ListState, replace: boolean) => {
      const gone = Object.fromEntries(Object.keys(writeState(state)).map((name) => [name, undefined]));
      change({ ...gone, ...writeState(next) }, { replace });
    },
    [change, state],
  );
  const actions = useMemo<ListActions>(
    () => ({
      go: (next) => show(next, true),
      open: (open, key = '') => show({ ...state, open, key }, false),
      close: () => show({ ...state, open: null, key: '' }, true),
      href: (open, key) => stringifySearch({ part: search.part, ...writeState({ ...state, open, key }) }),
    }),
    [show, state, search.part],
  );
  return [state, actions];
}
