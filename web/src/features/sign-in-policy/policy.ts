import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { type CellSet, cellName, differences, type MatrixGroup, readCell } from '@/components/custom-forms/matrix-grid';
import { type Area, call, isDeclined, messageOf, options } from '@/lib/api';
import { showFailure, toast } from '@/lib/feedback';
import { useLeaveGuard } from '@/lib/leave-guard';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';

/** The policy as stored on the server. */
interface Policy {
  requiredRoles: string[];
  sensitive: { resource: string; action: string }[];
}

/** The policy as two sets of switches: roles, and cells of resource and action. */
export interface Draft {
  roles: CellSet;
  cells: CellSet;
}

export const actions = ['edit', 'delete'] as const;

export const draftOf = ({ requiredRoles, sensitive }: Policy): Draft => ({
  roles: new Set(requiredRoles),
  cells: new Set(sensitive.map(({ resource, action }) => cellName(resource, action))),
});

export const policyOf = ({ roles, cells }: Draft): Policy => ({
  requiredRoles: [...roles].sort(),
  sensitive: [...cells]
    .sort()
    .map(readCell)
    .map(([resource, action]) => ({ resource, action })),
});

const changed = (before: CellSet, after: CellSet) => {
  const { added, removed } = differences(before, after);
  return added.length + removed.length;
};

export const countChanges = (before: Draft, after: Draft) =>
  changed(before.roles, after.roles) + changed(before.cells, after.cells);

interface Kind {
  resource: string;
  area: Area;
  log?: boolean;
}

/**
 * The actions that can be marked, in the groups of the sidebar. Marked ones are listed even where the user has
 * no screen for them: otherwise nobody could remove the mark.
 */
export function groupsOf(kinds: Kind[], { cells }: Draft, q: string, t: TFunction): MatrixGroup[] {
  const known = kinds.filter(({ log }) => !log);
  const names = new Set(known.map(({ resource }) => resource));
  const marked = [...new Set([...cells].map((name) => readCell(name)[0]))];
  const others = marked.filter((resource) => !names.has(resource)).map((resource) => ({ resource, area: 'admin' }));
  const rows = [...known, ...others].map(({ resource, area }) => ({
    id: resource,
    title: t(`resource.${resource}.many`, { defaultValue: resource }),
    group: area === 'sms' ? 'users' : 'master',
  }));
  const needle = q.trim().toLocaleLowerCase();
  const found = rows
    .filter(({ title }) => title.toLocaleLowerCase().includes(needle))
    .sort((a, b) => a.title.localeCompare(b.title));
  return ['users', 'master']
    .map((group) => ({
      id: group,
      title: t(`ui.shell.group.${group}`),
      rows: found.filter((row) => row.group === group).map(({ id, title }) => ({ id, title })),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** User Role Master: users who may edit roles may edit the policy. */
export const keeperScreen = 'SD-SMS-005';

const place = { area: 'sms', resource: 'secondfactor/policy', screenId: keeperScreen } as const;

interface Role {
  roleCode: string;
  roleDesc: string;
}

export function useRoles() {
  const { entityCode } = useAuth();
  return useQuery({
    queryKey: ['policy-roles', entityCode],
    queryFn: ({ signal }) =>
      options<Role>({ area: 'sms', resource: 'roledefinition' }, '', { screenId: keeperScreen, signal }),
  });
}

/** The active policy, the draft, and the unsaved-changes guard. */
export function usePolicy() {
  const { t } = useTranslation();
  const { entityCode } = useAuth();
  const client = useQueryClient();
  const [changed, setChanged] = useState<Draft | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const queryKey = ['sign-in-policy', entityCode];
  const found = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data } = await call<Policy>({ ...place, failure: 'inline', signal });
      return data.record as Policy;
    },
  });
  const saved = useMemo(() => found.data && draftOf(found.data), [found.data]);
  const draft = changed ?? saved;
  const count = saved && changed ? countChanges(saved, changed) : 0;
  const discard = () => setChanged(null);

  const save = async () => {
    if (!draft) return;
    setIsSaving(true);
    try {
      const manner = { failure: 'inline', success: 'none' } as const;
      const { data } = await call<Policy>({ ...place, ...manner, operation: 'U', body: policyOf(draft) });
      client.setQueryData(queryKey, data.record);
      discard();
      toast(t('ui.signInPolicy.saved'));
    } catch (error) {
      if (!isDeclined(error)) showFailure(messageOf(error));
    } finally {
      setIsSaving(false);
    }
  };
  useLeaveGuard(() => count > 0, discard);
  return { ...found, saved, draft, count, change: setChanged, discard, save, isSaving };
}
