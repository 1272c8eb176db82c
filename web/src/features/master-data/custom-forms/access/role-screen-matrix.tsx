import { Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { SaveBar } from '@/components/custom-forms/custom-section';
import { MatrixGrid } from '@/components/custom-forms/matrix-grid';
import { can } from '@/lib/permissions';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { useOptions } from '../../data/use-options';
import { labelText, optionText } from '../../words';
import type { RichScreenProps } from '../types';
import classes from './access.module.css';
import { ACTIONS, coupled } from './grants';
import { GridHead, GridState } from './grid-head';
import { screenGroups } from './screen-groups';
import { useGridDraft } from './use-grid-draft';
import { useGridSave } from './use-grid-save';
import { MAPPING, useRoleGrants } from './use-role-grants';

const RESOURCE = 'rolescreenmapping';

/** Role Screen Action Mapping: what one role may do on every screen. */
export default function RoleScreenMatrix({ screen }: RichScreenProps) {
  const { t } = useTranslation();
  const [url, change] = useUrlState();
  const [q, setQ] = useState('');
  const roles = useOptions('roledefinition');
  const role = url.role ?? '';
  const grants = useRoleGrants(role);
  const draft = useGridDraft({
    screenCode: screen.screenCode,
    name: role,
    saved: grants.saved,
    couple: coupled,
  });
  const saving = useGridSave({ ...grants, settle: draft.settle });
  const mayEdit = can(screen, 'edit') && can(screen, 'delete');

  const groups = useMemo(() => screenGroups(grants.screens, q, t), [grants.screens, q, t]);
  const columns = ACTIONS.map((action) => ({ id: action, title: optionText(t, 'actionCode', action) }));
  const choices = roles.records.map((each) => ({
    value: String(each.roleCode),
    label: `${each.roleDesc ?? each.roleCode} · ${each.roleCode}`,
  }));

  return (
    <>
      <GridHead screen={screen} place={MAPPING} />
      <div className={`${classes.tools} flex wrap mb-16 gap-12`}>
        <Select
          label={labelText(t, RESOURCE, 'roleCode')}
          placeholder={t('ui.rich.access.chooseRole')}
          className={classes.chooser}
          data={choices}
          value={role || null}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t(roles.isPending ? 'ui.common.loading' : 'message.noRecords')}
          onChange={(next) => change({ role: next ?? '' })}
        />
        {role && (
          <TextInput
            aria-label={t('ui.rich.access.findScreen')}
            placeholder={t('ui.rich.access.findScreen')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={q}
            onChange={(event) => setQ(event.currentTarget.value)}
          />
        )}
      </div>
      <GridState
        hint={role ? undefined : t('ui.rich.access.chooseRoleFirst')}
        isPending={grants.isPending}
        error={grants.error}
        isEmpty={groups.length === 0}
        onRetry={grants.retry}
      >
        <MatrixGrid
          label={t('ui.rich.access.roleGrid', { role })}
          corner={labelText(t, RESOURCE, 'screenCode')}
          groups={groups}
          columns={columns}
          cells={draft.cells}
          saved={grants.saved}
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
