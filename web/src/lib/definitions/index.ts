import { useQuery } from '@tanstack/react-query';
import { list } from '@/lib/api';
import { useAuth } from '@/lib/session';
import type { Definition } from './types';

const place = { area: 'app', resource: 'definition' } as const;

/** All definitions the caller may use; fetched once per session. */
export function useDefinitions() {
  const { entityCode, userId } = useAuth();
  return useQuery({
    queryKey: ['definition', entityCode, userId],
    queryFn: () => list<Definition>(place, {}, { screenId: '' }),
    select: ({ content }) => content,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** `{ definition, isPending, error, refetch }`; definition is undefined when the caller may not use it. */
export function useDefinition(resource: string) {
  const { data, isPending, error, refetch } = useDefinitions();
  return { definition: data?.find((each) => each.resource === resource), isPending, error, refetch };
}

export type { Definition, Field, FieldType, Reference } from './types';
