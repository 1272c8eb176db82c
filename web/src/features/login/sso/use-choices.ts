import { useCallback } from 'react';
import { useLoaded } from '@/lib/loaded';
import { type Choices, signOnChoices } from './calls';

const passwordOnly: Choices = { providers: [], passwordLogin: true };

/** Until the methods are known, and where loading fails, offer user id and password. */
export function useChoices(entityCode: string): Choices {
  const load = useCallback(() => signOnChoices(entityCode), [entityCode]);
  const { data } = useLoaded(entityCode ? load : undefined);
  return data ?? passwordOnly;
}
