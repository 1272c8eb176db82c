import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pageQuery, useListPage } from '@/components/list';
import { find, history, list, remove, save, update } from '@/lib/api';
import { proposalsKey } from '@/lib/proposals';
import { useAuth } from '@/lib/session';
import { type Definition, keyOf, type MasterRecord } from '../model/definition';
import { addressOf } from '../model/url-state';

/** One page of a list. */
export function useList(definition: Definition) {
  const scope = useScope();
  return useListPage(addressOf(definition), (state) => ({
    queryKey: [...keysOf(scope, definition.resource), 'list', pageQuery(state)],
    queryFn: ({ signal }) => list<MasterRecord>(definition, pageQuery(state), { signal }),
    refetchOnMount: true,
  }));
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

/** Cache keys include the user and place: no session sees what another one fetched. */
export function useScope(): string[] {
  const { entityCode, tenantCode, userId } = useAuth();
  return [entityCode, tenantCode, userId];
}

/** The root of all query keys of one resource. */
export function keysOf(scope: string[], resource: Definition['resource']): string[] {
  return ['master-data', ...scope, resource];
}

/** Refetches lists, options and histories of the resource after every change. */
function useRefresh(definition: Definition) {
  const client = useQueryClient();
  const scope = useScope();
  return async () => {
    // Part of a change may wait for a second person.
    void client.invalidateQueries({ queryKey: proposalsKey });
    await client.invalidateQueries({ queryKey: keysOf(scope, definition.resource) });
  };
}

/** Failures are thrown for the form, which shows them once the focus is restored; a success is a toast. */
export function useSave(definition: Definition) {
  const refresh = useRefresh(definition);
  return useMutation({
    mutationFn: ({ body, isNew }: { body: MasterRecord; isNew: boolean }) =>
      (isNew ? save : update)<MasterRecord>(definition, body, { failure: 'inline' }),
    onSuccess: () => void refresh(),
  });
}

/** Refusals, such as a record in use, show the spec's popup. */
export function useRemove(definition: Definition) {
  const refresh = useRefresh(definition);
  return useMutation({
    mutationFn: (records: MasterRecord[]) => {
      const keys = records.map((record) => keyOf(definition, record));
      return remove(definition, keys.length === 1 && keys[0] ? keys[0] : keys);
    },
    onSettled: () => void refresh(),
  });
}

export { useRefresh };
