import { list, type Place, remove, save, update } from '@/lib/api';
import type { MasterRecord } from '../../model/definition';
import type { FormValues } from '../../model/record';
import type { AfterSave } from '../registry';

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

export interface DetailChanges {
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
