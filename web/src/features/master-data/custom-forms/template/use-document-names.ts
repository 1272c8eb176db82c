import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { options, type Place } from '@/lib/api';
import { keysOf, useScope } from '../../data/scope';
import { useFoundOptions } from '../../data/use-options';
import type { MasterRecord } from '../../model/definition';

const TITLES: Place = { area: 'admin', resource: 'entity/documentdefinition' };
const FIVE_MINUTES = 300_000;

/** Codes of the documents a template may request, with titles where the caller may read them. */
export function useDocumentNames(typed: string) {
  const scope = useScope();
  const { records, isPending, isFull } = useFoundOptions('documentdefinition', typed);
  // Titles belong to no field of this screen, so the call must not name it.
  const titles = useQuery({
    queryKey: [...keysOf(scope, TITLES.resource), 'titles'],
    queryFn: ({ signal }) => options<MasterRecord>(TITLES, '', { signal, screenId: '' }),
    staleTime: FIVE_MINUTES,
    retry: false,
  });
  const names = useMemo(() => {
    const texts = new Map(
      (titles.data ?? []).map((title) => [title.titleCode, String(title.titleDesc ?? '')]),
    );
    return new Map(records.map((record) => [String(record.documentCode), texts.get(record.titleCode)]));
  }, [records, titles.data]);
  return { codes: [...names.keys()], nameOf: (code: string) => names.get(code) || code, isPending, isFull };
}

export type DocumentNames = ReturnType<typeof useDocumentNames>;
