import { expect, test } from 'vitest';
import { cellName } from '@/components/custom-forms/matrix-grid';
import { t } from '@/lib/wording';
import { countChanges, draftOf, groupsOf, policyOf } from './policy';

const policy = {
  requiredRoles: ['ADMIN'],
  sensitive: [
    { resource: 'entity/documentdefinition', action: 'delete' },
    { resource: 'usermaster', action: 'edit' },
  ],
};
const kinds = [
  { resource: 'usermaster', area: 'sms' },
  { resource: 'branchmaster', area: 'admin' },
  { resource: 'useractionlog', area: 'sms', log: true },
] as const;

test('what the server keeps comes back as it was', () => {
  expect(policyOf(draftOf(policy))).toEqual(policy);
});

test('switches on either side are counted', () => {
  const before = draftOf(policy);
  const after = { roles: new Set<string>(), cells: new Set([...before.cells, cellName('usermaster', 'delete')]) };
  expect(countChanges(before, after)).toBe(2);
  expect(countChanges(before, before)).toBe(0);
});

test('logs cannot be marked; a mark without a screen is listed all the same', () => {
  const groups = groupsOf([...kinds], draftOf(policy), '', t);
  expect(groups.map(({ id, rows }) => [id, rows.map(({ id }) => id)])).toEqual([
    ['users', ['usermaster']],
    ['master', ['branchmaster', 'entity/documentdefinition']],
  ]);
});

test('a search looks at the names people see', () => {
  const groups = groupsOf([...kinds], draftOf(policy), ' branch', t);
  expect(groups.flatMap(({ rows }) => rows).map(({ title }) => title)).toEqual(['Branches']);
});
