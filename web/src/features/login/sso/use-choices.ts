import { useCallback } from 'react';
import { useLoaded } from '@/lib/loaded';
import { type Choices, signOnChoices } from './calls';

const passwordOnly: Choices = { providers: [], passwordLogin: true };

/** Until it is known, and where it cannot be known, there is user id and password. */
export function useChoices(entityCode: string): Choices {
  const load = useCallback(() => signOnChoices(entityCode), [entityCode]);
  const { data } = useLoaded(entityCode ? load : undefined);
  return data ?? passwordOnly;
}
