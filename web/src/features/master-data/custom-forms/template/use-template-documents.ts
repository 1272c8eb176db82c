import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { moved } from '@/components/custom-forms/use-reorder';
import { list, options, type Place } from '@/lib/api';
import { useFoundOptions } from '../../data/use-choices';
import { keysOf, useScope } from '../../data/use-list';
import type { MasterRecord } from '../../model/definition';
import type { CustomFormProps } from '../registry';
import { DETAIL, DOCUMENTS, fromDetails, readDocuments, type TemplateDocument } from './template-documents';

/** The template's documents: as stored until changed, then from the form. */
export function useTemplateDocuments({ form, record, mode }: CustomFormProps) {
  const scope = useScope();
  const code = record?.templateCode;
  const stored = useQuery({
    queryKey: [...keysOf(scope, DETAIL.resource), 'of', code],
    queryFn: ({ signal }) => list<MasterRecord>(DETAIL, { templateCode: String(code) }, { signal }),
    enabled: code !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const typed = readDocuments(form.values);
  const before = fromDetails(stored.data?.content ?? []);
  const documents = typed ?? before;

  /** A list equal to the stored one counts as untouched. */
  const write = (next: TemplateDocument[]) => {
    const text = JSON.stringify(next);
    const isAsStored = mode === 'edit' && text === JSON.stringify(before);
    form.set({ [DOCUMENTS]: isAsStored ? '' : text });
  };

  // A copy includes the documents, even untouched ones.
  const isCopied = mode === 'copy' && !typed && stored.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they are loaded
  useEffect(() => {
    if (isCopied) write(documents);
  }, [isCopied]);

  return {
    documents,
    isPending: code !== undefined && !typed && stored.isPending,
    error: typed ? null : stored.error,
    retry: () => void stored.refetch(),
    add: (documentCode: string) =>
      write([...documents, { documentCode, mandatory: true, instructions: '', instructionsTa: '' }]),
    remove: (at: number) => write(documents.filter((_, index) => index !== at)),
    change: (at: number, change: Partial<TemplateDocument>) =>
      write(documents.map((document, index) => (index === at ? { ...document, ...change } : document))),
    move: (from: number, to: number) => write(moved(documents, from, to)),
  };
}

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
