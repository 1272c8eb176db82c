import { useQueries } from '@tanstack/react-query';
import { options, type Place, type Row } from '@/lib/api';
import { useAuth } from '@/lib/session';

/** The server answers so many options at most; a full answer means that there are more. */
export const mostOptions = 500;

const fiveMinutes = 300_000;

export interface Want {
  place: Place;
  /** The field that holds the code. */
  key: string;
  code: string;
}

/**
 * Records of masters that are too large to come whole, each asked for by its code: what a page shows shall have its
 * name there, however far down the master it stands.
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
  for (const { data } of answers)
    if (data) all[data.resource] = [...(all[data.resource] ?? []), ...data.rows];
  return all;
}
