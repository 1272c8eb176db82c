import { useQueries } from '@tanstack/react-query';
import { options, type Place, type Row } from '@/lib/api';
import { useAuth } from '@/lib/session';

/** The server returns at most this many options; a full answer means there are more. */
export const mostOptions = 500;

const fiveMinutes = 300_000;

export interface Want {
  place: Place;
  /** The field that holds the code. */
  key: string;
  code: string;
}

/**
 * Records of large masters, each fetched by its code, so that every code on a page
 * gets its name wherever it is in the master.
 */
export function useByCode(wants: Want[]): ByResource {
  const { entityCode, tenantCode, userId } = useAuth();
  return useQueries({
    queries: wants.map(({ place, key, code }) => ({
      queryKey: ['by-code', entityCode, tenantCode, userId, place.resource, key, code],
      staleTime: fiveMinutes,
      retry: false,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const found = await options(place, code, { signal, screenId: '', quiet: true });
        return { resource: place.resource, rows: found.filter((row) => String(row[key]) === code) };
      },
    })),
    combine: byResource,
  });
}

type ByResource = Record<string, Row[]>;

function byResource(answers: { data?: { resource: string; rows: Row[] } }[]): ByResource {
  const all: ByResource = {};
  for (const { data } of answers) if (data) all[data.resource] = [...(all[data.resource] ?? []), ...data.rows];
  return all;
}
