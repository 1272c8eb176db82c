import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { proposal, type Question } from './data/calls';
import type { Known } from './model/change';
import type { CustomerValues } from './model/values';
import type { Acts } from './use-wizard';

const none: Known[] = [];

function questionOf(customer: CustomerValues): Question | null {
  const { customerType, requestCategory, requestSubCategory, customerCategory } = customer;
  if (!customerType || !requestCategory || !requestSubCategory) return null;
  return { customerType, requestCategory, requestSubCategory, ...(customerCategory && { customerCategory }) };
}

interface Manner {
  takesOver: boolean;
  /** It begins with what came of an earlier look, such as a page that is loaded again. */
  isAnswered: boolean;
}

/**
 * The documents that such a request usually asks for. A new request takes them over by itself, anew for every other
 * choice; one that has its documents already is only offered them.
 */
export function useProposal(customer: CustomerValues, acts: Acts, { takesOver, isAnswered }: Manner) {
  const question = questionOf(customer);
  const name = JSON.stringify(question);
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['proposal', name],
    queryFn: ({ signal }) => proposal(question as Question, signal),
    enabled: question !== null,
    staleTime: 60_000,
    retry: false,
  });
  const taken = useRef(isAnswered ? name : '');
  useEffect(() => {
    if (!data || !takesOver || taken.current === name) return;
    taken.current = name;
    acts.propose(data);
  }, [data, name, acts, takesOver]);
  /** What comes with documents of its own, such as a draft, keeps them. */
  const accept = useCallback((given: CustomerValues) => {
    taken.current = JSON.stringify(questionOf(given));
  }, []);
  return { proposed: data ?? none, isLooking: isFetching, isFailed: isError, retry: refetch, accept };
}
