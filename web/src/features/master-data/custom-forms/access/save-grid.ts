import { ApiError, type ImportResult, importCsv, type Place, remove, update } from '@/lib/api';
import type { MasterRecord } from '../../model/definition';
import { csvOf } from './grants';

const quietly = { success: 'none', failure: 'inline' } as const;

/** Creates records in one call that succeeds or fails as a whole. */
export async function saveAll(place: Place, columns: string[], records: Record<string, string | boolean>[]) {
  if (records.length === 0) return;
  const result: ImportResult = await importCsv(place, csvOf(columns, records), false);
  const fault = result.faults[0]?.errors[0]?.message;
  if (fault) throw new ApiError(422, fault);
}

/** Maximum records per call. */
const MOST = 1000;

export async function removeAll(place: Place, keys: MasterRecord[]) {
  for (let at = 0; at < keys.length; at += MOST) await remove(place, keys.slice(at, at + MOST), quietly);
}

export async function updateAll(place: Place, records: MasterRecord[]) {
  for (const record of records) await update(place, record, quietly);
}
