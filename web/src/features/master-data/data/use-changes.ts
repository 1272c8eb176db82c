import { useMutation, useQueryClient } from '@tanstack/react-query';
import { remove, save, update } from '@/lib/api';
import type { Definition, MasterRecord } from '../model/definition';
import { keyOf } from '../model/record-key';
import { keysOf, useScope } from './scope';

/** Refetches lists, options and histories of the resource after every change. */
function useRefresh(definition: Definition) {
  const client = useQueryClient();
  const scope = useScope();
  return () => client.invalidateQueries({ queryKey: keysOf(scope, definition.resource) });
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
