import { useQuery } from '@tanstack/react-query';
import { ApiError, find } from '@/lib/api';
import type { Language } from '@/lib/session';
import { keysOf, useScope } from '../../data/scope';
import type { Definition, MasterRecord } from '../../model/definition';
import type { FormValues } from '../../model/record';

/** The stored text of the same event in another language; `undefined` without one. */
export function useOtherLanguage(definition: Definition, values: FormValues, language: Language | null) {
  const scope = useScope();
  const { templateType, templateFor } = values;
  const wanted =
    language && templateType && templateFor ? { templateType, templateFor, langCode: language } : null;
  const answer = useQuery({
    queryKey: [...keysOf(scope, definition.resource), 'other', wanted],
    queryFn: ({ signal }) => find<MasterRecord>(definition, wanted ?? {}, { signal }).catch(noneIfMissing),
    enabled: wanted !== null,
  });
  return { record: (wanted && answer.data) || undefined, isPending: wanted !== null && answer.isPending };
}

function noneIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
