import { Alert, MultiSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Note } from '@/components/custom-forms/custom-section';
import type { Choice } from '@/components/select';
import { list, messageOf } from '@/lib/api';
import { can, useScreen } from '@/lib/permissions';
import { useTranslation } from '@/lib/wording';
import { useOptions } from '../../data/use-choices';
import { keysOf, useScope } from '../../data/use-list';
import type { MasterRecord } from '../../model/definition';
import { labelText } from '../../words';
import type { CustomFormProps } from '../registry';

const ROLES = { area: 'sms', resource: 'userrolemapping' } as const;
const BRANCHES = { area: 'sms', resource: 'userbranchaccess' } as const;

interface UserBranch {
  tenantCode: string;
  branchCode: string;
}

/** The roles of a user. Shown to callers who may see User Role Mapping. */
export function UserRoles(props: CustomFormProps) {
  const { t } = useTranslation();
  const screen = useScreen('SD-SMS-003');
  const roles = useMappings<string>(props, ROLES, 'roles', can(screen, 'view'), (row) => String(row.roleCode));
  const { records } = useOptions('roledefinition', '', can(screen, 'view'));
  if (!can(screen, 'view')) return null;
  return (
    <MappingSelect
      {...roles}
      name="roles"
      label={labelText(t, 'usermaster', 'roles')}
      description={t('ui.form.user.rolesAbout')}
      error={props.form.errors.roles}
      readOnly={props.readOnly || !can(screen, 'edit')}
      values={roles.entries}
      choices={records.map((role) => choice(String(role.roleCode), role.roleDesc))}
      onChange={roles.write}
    />
  );
}

/** The branches of a user; the default branch is one of them. */
export function UserBranches(props: CustomFormProps) {
  const { t } = useTranslation();
  const screen = useScreen('SD-SMS-001');
  const mayView = can(screen, 'view');
  const mayEdit = !props.readOnly && can(screen, 'edit');
  const branches = useMappings<UserBranch>(props, BRANCHES, 'branches', mayView, toBranch);
  const known = useOptions('branchmaster', '', mayView).records;
  const tenants = useOptions('tenancymaintenance', '', mayView).records;
  const { defaultTenantCode: tenantCode, defaultBranchCode: branchCode } = props.form.values;
  const home = tenantCode && branchCode ? keyOf({ tenantCode, branchCode }) : null;
  const values = branches.entries.map(keyOf);
  const lacksHome = home !== null && !branches.isPending && !values.includes(home);

  // A new user works in the default branch.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the default branch changes
  useEffect(() => {
    if (props.mode !== 'edit' && mayEdit && home && lacksHome) branches.write([...branches.entries, read(home)]);
  }, [home]);

  const groups = useMemo(() => {
    const nameOf = (code: unknown) => String(tenants.find((each) => each.tenantCode === code)?.tenantName ?? code);
    const codes = [...new Set(known.map((branch) => branch.tenantCode))];
    return codes.map((code) => ({
      group: nameOf(code),
      items: known
        .filter((branch) => branch.tenantCode === code)
        .map((branch) => choice(keyOf(toBranch(branch)), branch.branchName, String(branch.branchCode))),
    }));
  }, [known, tenants]);

  if (!mayView) return null;
  return (
    <>
      <MappingSelect
        {...branches}
        name="branches"
        label={labelText(t, 'usermaster', 'branches')}
        description={t('ui.form.user.branchesAbout')}
        error={props.form.errors.branches}
        readOnly={!mayEdit}
        values={values}
        choices={groups}
        onChange={(next) => branches.write(next.map(read))}
      />
      {props.mode === 'edit' && lacksHome && <Note>{t('ui.form.user.noHome')}</Note>}
    </>
  );
}

const toBranch = ({ tenantCode, branchCode }: MasterRecord): UserBranch => ({
  tenantCode: String(tenantCode),
  branchCode: String(branchCode),
});

const choice = (value: string, name: unknown, code = value) => ({
  value,
  label: name && name !== code ? `${name} · ${code}` : code,
});

/** No code contains a slash. */
const keyOf = (branch: { tenantCode: unknown; branchCode: unknown }) => `${branch.tenantCode}/${branch.branchCode}`;

const read = (value: string): UserBranch => {
  const [tenantCode = '', branchCode = ''] = value.split('/');
  return { tenantCode, branchCode };
};

/** The mappings of the user: as stored until changed, then from the form. */
function useMappings<T>(
  { form, record, mode }: CustomFormProps,
  place: typeof ROLES | typeof BRANCHES,
  name: string,
  enabled: boolean,
  toEntry: (row: MasterRecord) => T,
) {
  const scope = useScope();
  const userId = mode === 'edit' ? record?.userId : undefined;
  const stored = useQuery({
    queryKey: [...keysOf(scope, place.resource), 'of user', userId],
    queryFn: ({ signal }) => list<MasterRecord>(place, { userId: String(userId) }, { signal, screenId: '' }),
    enabled: enabled && userId !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const typed = form.values[name];
  const before = (stored.data?.content ?? []).filter((row) => row.accessAllowed !== false).map(toEntry);
  const entries = typeof typed === 'string' && typed ? (JSON.parse(typed) as T[]) : before;
  return {
    entries,
    isPending: userId !== undefined && !typed && stored.isPending,
    failure: stored.error,
    write: (next: T[]) => form.set({ [name]: JSON.stringify(next) }),
  };
}

interface MappingSelectProps {
  name: string;
  label: string;
  description: string;
  error?: string;
  readOnly: boolean;
  isPending: boolean;
  failure: unknown;
  values: string[];
  choices: (Choice | { group: string; items: Choice[] })[];
  onChange(values: string[]): void;
}

function MappingSelect({ name, isPending, failure, values, choices, ...select }: MappingSelectProps) {
  const { t } = useTranslation();
  if (isPending) return <Skeleton height={64} />;
  if (failure) return <Alert color="red">{messageOf(failure)}</Alert>;
  const known = choices.flatMap((each) => ('items' in each ? each.items : [each]));
  const unknown = values.filter((value) => known.every((each) => each.value !== value));
  return (
    <MultiSelect
      {...select}
      data-field={name}
      mod={{ locked: select.readOnly }}
      data={[...unknown.map((value) => ({ value, label: value })), ...choices]}
      value={values}
      searchable={!select.readOnly}
      hidePickedOptions
      nothingFoundMessage={t('message.noRecords')}
      autoComplete="off"
    />
  );
}
