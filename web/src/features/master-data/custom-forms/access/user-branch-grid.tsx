import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { cellName, type Differences, readCell } from '@/components/custom-forms/matrix-grid';
import { Select } from '@/components/select';
import { list, type Place } from '@/lib/api';
import { can } from '@/lib/permissions';
import { useAuth } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { useFoundOptions, useOptions } from '../../data/use-choices';
import { keysOf, useScope } from '../../data/use-list';
import type { MasterRecord } from '../../model/definition';
import { labelText } from '../../words';
import type { RichScreenProps } from '../registry';
import classes from './access.module.css';
import { AccessGrid, useGridDraft } from './access-grid';
import { saveAll, updateAll } from './grants';

const RESOURCE = 'userbranchaccess';

/** User Branch Access: users as rows, branches as columns, one tenant at a time. */
export default function UserBranchGrid({ screen }: RichScreenProps) {
  const { t } = useTranslation();
  const auth = useAuth();
  const [url, change] = useUrlState();
  const tenant = url.tenant ?? auth.tenantCode;
  const [q, setQ] = useState('');
  const tenants = useOptions('tenancymaintenance');
  const [asked] = useDebouncedValue(q.trim(), 200);
  const users = useFoundOptions('usermaster', asked);
  const branches = useFoundOptions('branchmaster', tenant);
  const access = useBranchAccess(tenant);
  const draft = useGridDraft({ screenCode: screen.screenCode, name: tenant, ...access });
  const mayEdit = can(screen, 'edit');

  const rows = useMemo(() => {
    const all = users.records.map((user) => ({
      id: String(user.userId),
      title: String(user.userId),
      note: user.firstName ? String(user.firstName) : undefined,
    }));
    const needle = q.trim().toLowerCase();
    return all.filter((row) => `${row.title} ${row.note ?? ''}`.toLowerCase().includes(needle));
  }, [users.records, q]);
  const columns = useMemo(() => {
    const own = branches.records.filter((branch) => branch.tenantCode === tenant);
    return own.map((branch) => ({
      id: String(branch.branchCode),
      title: String(branch.branchCode),
      note: branch.branchName ? String(branch.branchName) : undefined,
    }));
  }, [branches.records, tenant]);

  return (
    <AccessGrid
      screen={screen}
      place={ACCESS}
      chooser={
        <Select
          label={labelText(t, RESOURCE, 'tenantCode')}
          className={classes.chooser}
          data={tenants.records.map((each) => ({
            value: String(each.tenantCode),
            label: String(each.tenantName ?? each.tenantCode),
          }))}
          value={tenant}
          allowDeselect={false}
          onChange={(next) => change({ tenant: next ?? '' })}
        />
      }
      find={{ label: t('ui.form.access.findUser'), q, onChange: setQ }}
      query={{
        isPending: access.isPending || users.isPending || branches.isPending,
        error: access.error ?? users.error ?? branches.error,
        refetch: () => Promise.all([access.refetch(), users.refetch(), branches.refetch()]),
      }}
      label={t('ui.form.access.branchGrid', { tenant })}
      corner={labelText(t, RESOURCE, 'userId')}
      groups={[{ id: tenant, rows }]}
      columns={columns}
      saved={access.saved}
      draft={draft}
      mayEdit={mayEdit}
    />
  );
}

const ACCESS: Place = { area: 'sms', resource: 'userbranchaccess' };
const COLUMNS = ['userId', 'tenantCode', 'branchCode', 'accessAllowed'];

const nameOf = (record: MasterRecord) => cellName(String(record.userId), String(record.branchCode));

/** Which users may work in which branches of a tenant. */
function useBranchAccess(tenantCode: string) {
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
    refetch: answer.refetch,
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
