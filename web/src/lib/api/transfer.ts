import { session } from '@/lib/session';
import { addressOf, learnBases } from './address';
import { send } from './client';
import { ApiError } from './errors';
import { refreshToken } from './token';
import type { Call, ImportResult, ListQuery, Manner, Place } from './types';

const exportOf = (place: Place, query: ListQuery) => ({ ...place, resource: `${place.resource}/export`, query });

/** Saves a locally created or fetched file. */
export function saveFile(blob: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Fetches the file with the session's token and saves it. */
export async function download({ resource, area, service }: Place, query: ListQuery = {}, manner: Manner = {}) {
  const response = await send({ ...exportOf({ resource, area, service }, query), ...manner });
  const named = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '');
  saveFile(await response.blob(), named?.[1] ?? `${resource.replaceAll('/', '-')}.csv`);
}

/** Invalid rows are an answer, not an error: they are returned in `faults`, and nothing was imported. */
export async function importCsv(place: Place, csv: string | Blob, dryRun: boolean, manner: Manner = {}) {
  const { resource, area, service } = place;
  const at = { resource: `${resource}/import`, area, service };
  try {
    const response = await send({ ...at, body: csv, query: { dryRun }, failure: 'inline', ...manner });
    return (await response.json()).data as ImportResult;
  } catch (error) {
    if (error instanceof ApiError && 'faults' in error.data) return error.data as ImportResult;
    throw error;
  }
}

function open(call: Call): Promise<Response> {
  const headers = { Authorization: `Bearer ${session.token()}`, Accept: 'text/event-stream' };
  return fetch(addressOf(call), { headers, signal: call.signal, cache: 'no-store' });
}

/**
 * A streaming answer. Nobody waits for it, so it shows neither spinner nor error; and it never ends a
 * session: the user's next call does, if necessary.
 */
export async function stream(call: Call): Promise<Response> {
  await learnBases();
  const token = session.token();
  const response = await open(call);
  return response.status === 401 && (await refreshToken(token)) ? open(call) : response;
}
