import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { SaveBar } from '@/components/custom-forms/custom-section';
import { MatrixGrid } from '@/components/custom-forms/matrix-grid';
import { can } from '@/lib/permissions';
import { useAuth } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { useFoundOptions, useOptions } from '../../data/use-options';
import { labelText } from '../../words';
import type { RichScreenProps } from '../types';
import classes from './access.module.css';
import { GridHead, GridState } from './grid-head';
import { ACCESS, useBranchAccess } from './use-branch-access';
import { useGridDraft } from './use-grid-draft';
import { useGridSave } from './use-grid-save';

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
  const draft = useGridDraft({ screenCode: screen.screenCode, name: tenant, saved: access.saved });
  const saving = useGridSave({ ...access, settle: draft.settle });
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
    <>
      <GridHead screen={screen} place={ACCESS} />
      <div className={`${classes.tools} flex wrap mb-16 gap-12`}>
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
        <TextInput
          aria-label={t('ui.rich.access.findUser')}
          placeholder={t('ui.rich.access.findUser')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      </div>
      <GridState
        isPending={access.isPending || users.isPending || branches.isPending}
        error={access.error ?? users.error ?? branches.error}
        isEmpty={rows.length === 0 || columns.length === 0}
        onRetry={() => {
          access.retry();
          void users.refetch();
          void branches.refetch();
        }}
      >
        <MatrixGrid
          label={t('ui.rich.access.branchGrid', { tenant })}
          corner={labelText(t, RESOURCE, 'userId')}
          groups={[{ id: tenant, rows }]}
          columns={columns}
          cells={draft.cells}
          saved={access.saved}
          readOnly={!mayEdit || saving.isSaving}
          onToggle={draft.toggle}
        />
        {mayEdit && (
          <SaveBar
            count={draft.count}
            isSaving={saving.isSaving}
            onDiscard={draft.settle}
            onSave={() => void saving.run(draft.changes)}
          />
        )}
      </GridState>
    </>
  );
}
