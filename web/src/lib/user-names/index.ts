import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { options, type Row } from '@/lib/api';
import { mostOptions, useByCode } from '@/lib/by-code';
import { useDefinition } from '@/lib/definitions';
import { useAuth } from '@/lib/session';

const place = { area: 'sms', resource: 'usermaster' } as const;
const fiveMinutes = 300_000;
const nobody: Row[] = [];

const nameOf = (row: Row | undefined) => [row?.firstName, row?.lastName].filter(Boolean).join(' ');

/** Names of staff by user id; an id without a readable name stands for itself. `ids` are the shown ones. */
export function useUserNames(ids: (string | null | undefined)[]): (id: string) => string {
  const { entityCode, tenantCode, userId } = useAuth();
  const { definition } = useDefinition(place.resource);
  const { data = nobody } = useQuery({
    queryKey: ['user-names', entityCode, tenantCode, userId],
    enabled: definition !== undefined,
    staleTime: fiveMinutes,
    retry: false,
    queryFn: ({ signal }) => options(place, '', { signal, screenId: '', quiet: true }),
  });
  const known = useMemo(() => new Map(data.map((row) => [String(row.userId), nameOf(row)])), [data]);
  const missing = data.length >= mostOptions ? [...new Set(ids)].filter((id) => id && !known.has(id)) : [];
  const found = useByCode(missing.map((code) => ({ place, key: 'userId', code: String(code) })));
  const others = found[place.resource] ?? nobody;
  return (id) => known.get(id) || nameOf(others.find((row) => row.userId === id)) || id;
}
