import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { moved } from '@/components/custom-forms/use-reorder';
import { list } from '@/lib/api';
import { keysOf, useScope } from '../../data/scope';
import type { MasterRecord } from '../../model/definition';
import type { CustomFormProps } from '../types';
import { DETAIL } from './save-documents';
import { DOCUMENTS, fromDetails, readDocuments, type TemplateDocument } from './template-documents';

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
    form.setFieldValue(DOCUMENTS, isAsStored ? '' : text);
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
    add: (documentCode: string) => write([...documents, { documentCode, mandatory: true, instructions: '' }]),
    remove: (at: number) => write(documents.filter((_, index) => index !== at)),
    change: (at: number, change: Partial<TemplateDocument>) =>
      write(documents.map((document, index) => (index === at ? { ...document, ...change } : document))),
    move: (from: number, to: number) => write(moved(documents, from, to)),
  };
}
