import type { TFunction } from 'i18next';
import { type CellSet, cellName, differences, readCell } from '@/components/custom-forms/matrix';
import type { MatrixGroup } from '@/components/custom-forms/matrix-grid';
import type { Area } from '@/lib/api';

/** The policy as stored on the server. */
export interface Policy {
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
  const others = marked
    .filter((resource) => !names.has(resource))
    .map((resource) => ({ resource, area: 'admin' }));
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
