import { useQuery } from '@tanstack/react-query';
import { list } from '@/lib/api';
import { useAuth } from '@/lib/session';

interface State {
  stateCode: string;
  stateName: string;
}

const NONE: State[] = [];
const place = { area: 'app', resource: 'code/stateList' } as const;

/** The states of the caller's country. */
export function useStates(enabled = true) {
  const { countryCode } = useAuth();
  const answer = useQuery({
    queryKey: ['states', countryCode],
    queryFn: ({ signal }) => list<State>(place, { code: countryCode }, { signal, screenId: '' }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  return { states: answer.data?.content ?? NONE, isPending: answer.isPending };
}
