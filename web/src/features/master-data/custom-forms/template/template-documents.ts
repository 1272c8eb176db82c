import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { moved } from '@/components/custom-forms/use-reorder';
import { list, options, type Place, remove, save, update } from '@/lib/api';
import { useFoundOptions } from '../../data/use-choices';
import { keysOf, useScope } from '../../data/use-list';
import type { MasterRecord } from '../../model/definition';
import type { FormValues } from '../../model/record';
import type { AfterSave, CustomFormProps } from '../registry';

/** One document of a template, in the order of the list. */
export interface TemplateDocument {
  documentCode: string;
  mandatory: boolean;
  instructions: string;
  instructionsTa: string;
}

/** The form value that carries the documents; not a field of the template itself. */
export const DOCUMENTS = 'documents';
export const MOST_INSTRUCTIONS = 1000;

/** The stored details, sorted. */
export function fromDetails(details: MasterRecord[]): TemplateDocument[] {
  const ordered = details.toSorted((left, right) => Number(left.sequenceNo) - Number(right.sequenceNo));
  return ordered.map((detail) => ({
    documentCode: String(detail.documentCode ?? ''),
    mandatory: detail.mandatory === true,
    instructions: String(detail.instructions ?? ''),
    instructionsTa: String(detail.instructionsTa ?? ''),
  }));
}

/** The documents in the form; `null` while the list is untouched. */
export function readDocuments(values: FormValues): TemplateDocument[] | null {
  const text = values[DOCUMENTS];
  return typeof text === 'string' && text !== '' ? (JSON.parse(text) as TemplateDocument[]) : null;
}

interface DetailChanges {
  saved: MasterRecord[];
  updated: MasterRecord[];
  removed: MasterRecord[];
}

/** The calls that turn the stored details into this list. */
export function detailChanges(
  templateCode: string,
  stored: MasterRecord[],
  documents: TemplateDocument[],
): DetailChanges {
  const wanted = documents.map((document, at) => ({
    templateCode,
    documentCode: document.documentCode,
    sequenceNo: at + 1,
    mandatory: document.mandatory,
    instructions: document.instructions.trim() || null,
    instructionsTa: document.instructionsTa.trim() || null,
  }));
  const before = new Map(stored.map((detail) => [detail.documentCode, detail]));
  const kept = new Set(wanted.map((detail) => detail.documentCode));
  const isOther = (detail: MasterRecord, old: MasterRecord) =>
    ['sequenceNo', 'mandatory', 'instructions', 'instructionsTa'].some(
      (name) => (detail[name] ?? null) !== (old[name] ?? null),
    );
  return {
    saved: wanted.filter((detail) => !before.has(detail.documentCode)),
    updated: wanted.flatMap((detail) => {
      const old = before.get(detail.documentCode);
      return old && isOther(detail, old) ? [{ ...detail, versionNumber: old.versionNumber }] : [];
    }),
    removed: stored
      .filter((detail) => !kept.has(String(detail.documentCode)))
      .map(({ documentCode }) => ({ templateCode, documentCode })),
  };
}

export const DETAIL: Place = { area: 'admin', resource: 'documenttemplatedefinitiondetail' };

/** The template already reports the save; its documents stay silent. */
const quietly = { success: 'none', failure: 'inline' } as const;

/** Saves a template's documents after the template; compares with the current stored state, not with what was read. */
export const saveDocuments: AfterSave = async ({ saved, values }) => {
  const documents = readDocuments(values);
  if (!documents) return;
  const templateCode = String(saved.templateCode);
  const { content } = await list<MasterRecord>(DETAIL, { templateCode });
  const changes = detailChanges(templateCode, content, documents);
  if (changes.removed.length) await remove(DETAIL, changes.removed, quietly);
  for (const detail of changes.updated) await update(DETAIL, detail, quietly);
  for (const detail of changes.saved) await save(DETAIL, detail, quietly);
};

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
    const texts = new Map((titles.data ?? []).map((title) => [title.titleCode, String(title.titleDesc ?? '')]));
    return new Map(records.map((record) => [String(record.documentCode), texts.get(record.titleCode)]));
  }, [records, titles.data]);
  return { codes: [...names.keys()], nameOf: (code: string) => names.get(code) || code, isPending, isFull };
}

export type DocumentNames = ReturnType<typeof useDocumentNames>;
