import { list, type Place, type Query } from '@/lib/api';
import type { Entry } from './entry';
import { mostRows } from './state';

const pageSize = 1000;

/**
 * The newest entries, up to the most the server pages to. `to` is fixed first, so that entries written
 * meanwhile do not push others from one page to the next.
 */
export async function fetchAll(
  place: Place,
  query: Query,
  onProgress: (rows: number) => void,
  signal: AbortSignal,
): Promise<{ entries: Entry[]; isAll: boolean }> {
  const fixed = { ...query, to: query.to || new Date().toISOString() };
  const entries: Entry[] = [];
  let isAll = false;
  while (!isAll && entries.length < mostRows) {
    const page = entries.length / pageSize;
    const answer = await list<Entry>(place, { ...fixed, page, size: pageSize }, { signal });
    entries.push(...answer.content);
    isAll = entries.length >= answer.totalElements || answer.content.length < pageSize;
    onProgress(entries.length);
  }
  return { entries, isAll };
}
