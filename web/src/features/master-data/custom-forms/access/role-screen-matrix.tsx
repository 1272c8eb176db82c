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
import { AccessGrid, useGridDraft } from './access-grid';
import { ACTIONS, coupled, removeAll, saveAll, screenGroups } from './grants';

const RESOURCE = 'rolescreenmapping';

/** Role Screen Action Mapping: what one role may do on every screen. */
export default function RoleScreenMatrix({ screen }: RichScreenProps) {
  const { t } = useTranslation();
  const [url, change] = useUrlState();
  const [q, setQ] = useState('');
  const roles = useOptions('roledefinition');
  const role = url.role ?? '';
  const grants = useRoleGrants(role);
  const draft = useGridDraft({ screenCode: screen.screenCode, name: role, couple: coupled, ...grants });
  const mayEdit = can(screen, 'edit') && can(screen, 'delete');

  const groups = useMemo(() => screenGroups(grants.screens, q, t), [grants.screens, q, t]);
  const columns = ACTIONS.map((action) => ({ id: action, title: optionText(t, 'actionCode', action) }));
  const choices = roles.records.map((each) => ({
    value: String(each.roleCode),
    label: `${each.roleDesc ?? each.roleCode} · ${each.roleCode}`,
  }));

  return (
    <AccessGrid
      screen={screen}
      place={MAPPING}
      chooser={
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
      }
      find={role ? { label: t('ui.form.access.findScreen'), q, onChange: setQ } : undefined}
      hint={role ? undefined : t('ui.form.access.chooseRoleFirst')}
      query={grants}
      label={t('ui.form.access.roleGrid', { role })}
      corner={labelText(t, RESOURCE, 'screenCode')}
      groups={groups}
      columns={columns}
      saved={grants.saved}
      draft={draft}
      mayEdit={mayEdit}
    />
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
    refetch: () => Promise.all([screens.refetch(), grants.refetch()]),
    refresh: () => client.invalidateQueries({ queryKey: mappingKey }),
    async save({ added, removed }: Differences) {
      await removeAll(MAPPING, removed.map(recordOf));
      await saveAll(MAPPING, COLUMNS, added.map(recordOf));
    },
  };
}
