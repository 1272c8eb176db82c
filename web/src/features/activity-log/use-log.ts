import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { list } from '@/lib/api';
import type { Definition } from '@/lib/definitions';
import { useAuth } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { type Entry, textual } from './model/entry';
import { type LogState, narrowing, readState, writeState } from './model/state';

export interface LogActions {
  /** Shows other entries, from the first page on unless a page is told. */
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
 * One page, newest first. The page before stays on the screen until the next one is there. The screen is told, not taken
 * from the address: on the way to another log this one asks once more while the address is the other's already.
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
