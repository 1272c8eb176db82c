import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { cellName, type Differences, readCell } from '@/components/custom-forms/matrix-grid';
import { list, type Place } from '@/lib/api';
import { keysOf, useScope } from '../../data/scope';
import type { MasterRecord } from '../../model/definition';
import { removeAll, saveAll } from './save-grid';

export const MAPPING: Place = { area: 'sms', resource: 'rolescreenmapping' };
const SCREENS: Place = { area: 'sms', resource: 'smsscreendefinition' };
const COLUMNS = ['roleCode', 'screenCode', 'actionCode'];

/** All screens, and which of their actions a role may use. */
export function useRoleGrants(roleCode: string) {
  const scope = useScope();
  const client = useQueryClient();
  const mappingKey = keysOf(scope, MAPPING.resource);
  const screens = useQuery({
    queryKey: [...keysOf(scope, SCREENS.resource), 'all'],
    queryFn: ({ signal }) => list<MasterRecord>(SCREENS, { sort: 'screenCode' }, { signal }),
  });
  const grants = useQuery({
    queryKey: [...mappingKey, 'of', roleCode],
    queryFn: ({ signal }) => list<MasterRecord>(MAPPING, { roleCode }, { signal }),
    enabled: roleCode !== '',
  });
  const saved = useMemo(() => {
    const records = grants.data?.content ?? [];
    return new Set(records.map((record) => cellName(String(record.screenCode), String(record.actionCode))));
  }, [grants.data]);

  const recordOf = (name: string) => {
    const [screenCode, actionCode] = readCell(name);
    return { roleCode, screenCode, actionCode };
  };

  return {
    screens: screens.data?.content ?? [],
    saved,
    isPending: screens.isPending || (roleCode !== '' && grants.isPending),
    error: screens.error ?? grants.error,
    retry: () => void Promise.all([screens.refetch(), grants.refetch()]),
    refresh: () => client.invalidateQueries({ queryKey: mappingKey }),
    async save({ added, removed }: Differences) {
      await removeAll(MAPPING, removed.map(recordOf));
      await saveAll(MAPPING, COLUMNS, added.map(recordOf));
    },
  };
}
