import { list, type Place, remove, save, update } from '@/lib/api';
import type { MasterRecord } from '../../model/definition';
import type { AfterSave } from '../types';
import { detailChanges, readDocuments } from './template-documents';

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
