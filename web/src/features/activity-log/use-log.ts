import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListState } from '@/components/list';
import { list } from '@/lib/api';
import type { Definition } from '@/lib/definitions';
import { useAuth } from '@/lib/session';
import { type Entry, textual } from './model/message';
import { narrowing } from './model/state';

/**
 * One page, newest first; the previous page stays until the next one loads. The screen is a parameter, not taken from
 * the address: when switching logs this one fetches once more while the address already belongs to the other.
 */
export function useLog(definition: Definition, state: ListState, screenId: string) {
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
