import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { cellName, type Differences, readCell } from '@/components/custom-forms/matrix-grid';
import { list, type Place } from '@/lib/api';
import { keysOf, useScope } from '../../data/scope';
import type { MasterRecord } from '../../model/definition';
import { saveAll, updateAll } from './save-grid';

export const ACCESS: Place = { area: 'sms', resource: 'userbranchaccess' };
const COLUMNS = ['userId', 'tenantCode', 'branchCode', 'accessAllowed'];

const nameOf = (record: MasterRecord) => cellName(String(record.userId), String(record.branchCode));

/** Which users may work in which branches of a tenant. */
export function useBranchAccess(tenantCode: string) {
  const scope = useScope();
  const client = useQueryClient();
  const key = keysOf(scope, ACCESS.resource);
  const answer = useQuery({
    queryKey: [...key, 'of', tenantCode],
    queryFn: ({ signal }) => list<MasterRecord>(ACCESS, { tenantCode }, { signal }),
    enabled: tenantCode !== '',
  });
  const records = useMemo(
    () => new Map((answer.data?.content ?? []).map((record) => [nameOf(record), record])),
    [answer.data],
  );
  const saved = useMemo(() => {
    const allowed = [...records].filter(([, record]) => record.accessAllowed === true);
    return new Set(allowed.map(([name]) => name));
  }, [records]);

  const changed = (names: string[], accessAllowed: boolean) =>
    names.flatMap((name) => {
      const { userId, branchCode, versionNumber } = records.get(name) ?? {};
      return userId ? [{ userId, tenantCode, branchCode, accessAllowed, versionNumber }] : [];
    });

  return {
    saved,
    isPending: tenantCode !== '' && answer.isPending,
    error: answer.error,
    retry: () => void answer.refetch(),
    refresh: () => client.invalidateQueries({ queryKey: key }),
    /** A revoked access stays on record as not allowed; only cells without a record are new. */
    async save({ added, removed }: Differences) {
      await updateAll(ACCESS, [...changed(removed, false), ...changed(added, true)]);
      const fresh = added.filter((name) => !records.has(name)).map(readCell);
      const asRecord = ([userId, branchCode]: [string, string]) => ({
        userId,
        tenantCode,
        branchCode,
        accessAllowed: true,
      });
      await saveAll(ACCESS, COLUMNS, fresh.map(asRecord));
    },
  };
}
