import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { options } from '@/lib/api';
import { mostOptions } from '@/lib/by-code';
import { useDefinition } from '@/lib/definitions';
import type { Definition, MasterRecord } from '../model/definition';
import { keysOf, useScope } from './scope';

const FIVE_MINUTES = 300_000;

export function optionsQuery(scope: string[], definition: Definition | undefined, q: string) {
  return {
    queryKey: [...keysOf(scope, definition?.resource ?? ''), 'options', q],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      definition ? options<MasterRecord>(definition, q, { signal }) : [],
    enabled: definition !== undefined,
    staleTime: FIVE_MINUTES,
  };
}

/** Keys and labels of a resource's records, for a field that refers to it. */
export function useOptions(resource: string, q = '', enabled = true) {
  const scope = useScope();
  const { definition } = useDefinition(resource);
  const query = optionsQuery(scope, definition, q);
  const answer = useQuery({
    ...query,
    enabled: enabled && query.enabled,
    placeholderData: keepPreviousData,
  });
  const records = useMemo(() => answer.data ?? [], [answer.data]);
  return {
    definition,
    records,
    isFull: records.length >= mostOptions,
    isPending: answer.isPending,
    error: answer.error,
    refetch: answer.refetch,
  };
}

/** A small resource whole; a large one as searched by the server. */
export function useFoundOptions(resource: string, typed: string) {
  const all = useOptions(resource);
  const found = useOptions(resource, typed, all.isFull);
  const isPending = all.isPending || (all.isFull && found.isPending);
  return { ...(all.isFull ? found : all), isFull: all.isFull, isPending };
}
