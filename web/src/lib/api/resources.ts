import { call } from './client';
import type { HistoryEntry, ListQuery, Manner, Page, Place, Row } from './types';

const at = ({ resource, area, service }: Place): Place => ({ resource, area, service });

/** Read failures are shown by the caller, in place of the data. */
const reading: Manner = { failure: 'inline' };

export async function list<T = Row>(place: Place, query: ListQuery = {}, manner: Manner = {}): Promise<Page<T>> {
  const { data } = await call<T>({ ...at(place), query, ...reading, ...manner });
  const content = data.content ?? [];
  return {
    content,
    page: data.page ?? 0,
    size: data.size ?? content.length,
    totalElements: data.totalElements ?? content.length,
    newestOnly: data.newestOnly,
  };
}

/** One record by its key fields, with all values except secrets. */
export async function find<T = Row>(place: Place, key: Row, manner: Manner = {}): Promise<T> {
  const { data } = await call<T>({ ...at(place), operation: 'F', body: key, ...reading, ...manner });
  return data.record as T;
}

async function write<T>(place: Place, operation: 'S' | 'U', record: Row, manner: Manner) {
  const { data } = await call<T>({ ...at(place), operation, body: record, ...manner });
  return data.record as T;
}

/** Creates a record. Shows "Created Successfully" as a toast; field errors are left to the form (`fieldsOf(error)`). */
export const save = <T = Row>(place: Place, record: Row, manner: Manner = {}) => write<T>(place, 'S', record, manner);

/** Updates the whole record with its `versionNumber`; omitted secrets stay unchanged. */
export const update = <T = Row>(place: Place, record: Row, manner: Manner = {}) => write<T>(place, 'U', record, manner);

/** Deletes one key, or several in one call that succeeds or fails as a whole. */
export async function remove(place: Place, keys: Row | Row[], manner: Manner = {}) {
  const body = Array.isArray(keys) ? { records: keys } : keys;
  await call({ ...at(place), operation: 'D', body, ...manner });
}

/** Keys and labels of records, for fields that refer to the resource. */
export async function options<T = Row>(place: Place, q = '', manner: Manner = {}): Promise<T[]> {
  const resource = `${place.resource}/options`;
  const { data } = await call<T>({ ...at(place), resource, query: { q }, ...reading, ...manner });
  return data.content ?? [];
}

export async function history(place: Place, key: Row, manner: Manner = {}): Promise<HistoryEntry[]> {
  const resource = `${place.resource}/history`;
  const { data } = await call<HistoryEntry>({ ...at(place), resource, body: key, ...reading, ...manner });
  return data.content ?? [];
}
