import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ListState, pageQuery } from '@/components/list';
import { find, history, list } from '@/lib/api';
import type { Definition, MasterRecord } from '../model/definition';
import { keysOf, useScope } from './scope';

/** One page of a list. The previous page stays on screen until the next one loads. */
export function useList(definition: Definition, state: ListState) {
  const scope = useScope();
  const query = pageQuery(state);
  return useQuery({
    queryKey: [...keysOf(scope, definition.resource), 'list', query],
    queryFn: ({ signal }) => list<MasterRecord>(definition, query, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One whole record, never cached: a form must start with the newest version. */
export function useRecord(definition: Definition, key: MasterRecord | null) {
  const scope = useScope();
  return useQuery({
    queryKey: [...keysOf(scope, definition.resource), 'record', key],
    queryFn: ({ signal }) => find<MasterRecord>(definition, key ?? {}, { signal }),
    enabled: key !== null,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function useHistory(definition: Definition, key: MasterRecord | null) {
  const scope = useScope();
  return useQuery({
    queryKey: [...keysOf(scope, definition.resource), 'history', key],
    queryFn: ({ signal }) => history(definition, key ?? {}, { signal }),
    enabled: key !== null,
    staleTime: 0,
  });
}
