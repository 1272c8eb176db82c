import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { list } from '@/lib/api';
import type { Definition } from '@/lib/definitions';
import { useAuth } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { type Entry, textual } from './model/entry';
import { type LogState, narrowing, readState, writeState } from './model/state';

export interface LogActions {
  /** Shows other entries, from page one unless a page is given. */
  show(patch: Partial<LogState>): void;
  open(id: string): void;
  close(): void;
}

const noFilters: string[] = [];

export function useLogState({ filters = noFilters }: Definition): [LogState, LogActions] {
  const [search, change] = useUrlState();
  const state = useMemo(() => readState(search, filters), [search, filters]);
  const go = useCallback(
    (next: LogState, replace: boolean) => {
      const gone = Object.fromEntries(Object.keys(writeState(state)).map((name) => [name, undefined]));
      change({ ...gone, ...writeState(next) }, { replace });
    },
    [change, state],
  );
  const actions = useMemo<LogActions>(
    () => ({
      show: (patch) => go({ ...state, page: 1, open: '', ...patch }, true),
      open: (open) => go({ ...state, open }, state.open !== ''),
      close: () => go({ ...state, open: '' }, true),
    }),
    [go, state],
  );
  return [state, actions];
}

/**
 * One page, newest first; the previous page stays until the next one loads. The screen is a parameter, not taken from
 * the address: when switching logs this one fetches once more while the address already belongs to the other.
 */
export function useLog(definition: Definition, state: LogState, screenId: string) {
  const { entityCode, userId } = useAuth();
  const query = { ...narrowing(state), page: state.page - 1, size: state.size };
  return useQuery({
    queryKey: ['log', entityCode, userId, definition.resource, query],
    queryFn: async ({ signal }) => {
      const page = await list<Entry>(definition, query, { signal, screenId });
      return { ...page, content: page.content.map(textual) };
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
