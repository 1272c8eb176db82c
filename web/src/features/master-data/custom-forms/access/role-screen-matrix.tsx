import { Flex, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { cellName, type Differences, readCell } from '@/components/custom-forms/matrix-grid';
import { Select } from '@/components/select';
import { list, type Place } from '@/lib/api';
import { can } from '@/lib/permissions';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { useOptions } from '../../data/use-choices';
import { keysOf, useScope } from '../../data/use-list';
import type { MasterRecord } from '../../model/definition';
import { labelText, optionText } from '../../words';
import type { RichScreenProps } from '../registry';
import classes from './access.module.css';
import { ACTIONS, coupled, removeAll, saveAll, screenGroups } from './grants';
import { EditableGrid, GridHead, GridState, useGridDraft, useGridSave } from './grid-head';

const RESOURCE = 'rolescreenmapping';

/** Role Screen Action Mapping: what one role may do on every screen. */
export default function RoleScreenMatrix({ screen }: RichScreenProps) {
  const { t } = useTranslation();
  const [url, change] = useUrlState();
  const [q, setQ] = useState('');
  const roles = useOptions('roledefinition');
  const role = url.role ?? '';
  const grants = useRoleGrants(role);
  const draft = useGridDraft({ screenCode: screen.screenCode, name: role, saved: grants.saved, couple: coupled });
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
      <Flex className={classes.tools} wrap="wrap" gap={12} mb={16}>
        <Select
          label={labelText(t, RESOURCE, 'roleCode')}
          placeholder={t('ui.form.access.chooseRole')}
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
            aria-label={t('ui.form.access.findScreen')}
            placeholder={t('ui.form.access.findScreen')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={q}
            onChange={(event) => setQ(event.currentTarget.value)}
          />
        )}
      </Flex>
      <GridState
        hint={role ? undefined : t('ui.form.access.chooseRoleFirst')}
        isPending={grants.isPending}
        error={grants.error}
        isEmpty={groups.length === 0}
        onRetry={grants.retry}
      >
        <EditableGrid
          label={t('ui.form.access.roleGrid', { role })}
          corner={labelText(t, RESOURCE, 'screenCode')}
          groups={groups}
          columns={columns}
          saved={grants.saved}
          draft={draft}
          saving={saving}
          mayEdit={mayEdit}
        />
      </GridState>
    </>
  );
}

const MAPPING: Place = { area: 'sms', resource: 'rolescreenmapping' };
const SCREENS: Place = { area: 'sms', resource: 'smsscreendefinition' };
const COLUMNS = ['roleCode', 'screenCode', 'actionCode'];

/** All screens, and which of their actions a role may use. */
function useRoleGrants(roleCode: string) {
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
