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
  /** Starts with an earlier proposal, such as after a reload. */
  isAnswered: boolean;
}

/**
 * The documents such a request usually needs. A new request adopts them automatically, again for every other
 * choice; a request with its own documents is only offered them.
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
  /** A form with its own documents, such as a draft, keeps them. */
  const accept = useCallback((given: CustomerValues) => {
    taken.current = JSON.stringify(questionOf(given));
  }, []);
  return { proposed: data ?? none, isLooking: isFetching, isFailed: isError, retry: refetch, accept };
}
