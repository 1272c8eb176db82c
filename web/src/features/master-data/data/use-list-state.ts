import { useCallback, useMemo } from 'react';
import { stringifySearch, useUrlState } from '@/lib/url-state';
import type { Definition } from '../model/definition';
import { type ListState, type Opening, readState, writeState } from '../model/url-state';

export interface ListActions {
  /** Shows another list; the browser's back skips it. */
  go(next: ListState): void;
  open(what: Opening, key?: string): void;
  close(): void;
  /** The address of an open record, for links that may open in a new tab. */
  href(what: Opening, key: string): string;
}

/** The list state lives in the address only, so that reload and back work. */
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
