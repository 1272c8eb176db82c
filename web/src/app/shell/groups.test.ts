import { expect, test } from 'vitest';
import { aScreen } from '@/test/auth';
import { groupsOf, startOf } from './groups';

const user = aScreen({ screenCode: 'SD-SMS-002', path: '/sms/user-master' });
const create = aScreen({ screenCode: 'SD-BNK-001', path: '/requestor/doc-request/Create' });
const dashboard = aScreen({ screenCode: 'SD-BNK-003', path: '/requestor/dashboard' });
const details = aScreen({ screenCode: 'SD-BNK-007', path: '/requestor/transactions/:txnRefNo' });

test('screens stand in their groups, without those that need a record', () => {
  const groups = groupsOf([user, aScreen(), details, create]);
  expect(groups.map(({ name, screens }) => [name, screens.map(({ screenCode }) => screenCode)])).toEqual([
    ['work', ['SD-BNK-001']],
    ['organisation', ['SD-ADM-001']],
    ['users', ['SD-SMS-002']],
  ]);
});

test('only users who may send a request are offered a new one', () => {
  const readOnly = { ...create, actions: ['access', 'view'] as typeof create.actions };
  expect(groupsOf([readOnly, dashboard]).flatMap(({ screens }) => screens)).toEqual([dashboard]);
});

test('work begins with the dashboard, then a new request', () => {
  const list = aScreen({ screenCode: 'SD-BNK-002', path: '/requestor/requested-docs' });
  const student = aScreen({ screenCode: 'SD-EDU-001', path: '/requestor/edu-doc-request/Create' });
  const [work] = groupsOf([list, student, dashboard]);
  expect(work?.screens).toEqual([dashboard, student, list]);
});

test('Get Started leads to the dashboard, a reviewer to the queue, an administrator to the entity', () => {
  const queue = aScreen({ screenCode: 'SD-BNK-009', path: '/requestor/review-queue' });
  const entity = aScreen({ screenCode: 'SD-ADM-011', path: '/admin/entity-master' });
  expect(startOf({ screens: [create, dashboard], businessActions: ['send'] })).toBe(dashboard);
  expect(startOf({ screens: [dashboard, queue], businessActions: ['review'] })).toBe(queue);
  expect(startOf({ screens: [dashboard, queue], businessActions: ['send', 'review'] })).toBe(dashboard);
  expect(startOf({ screens: [details, user, aScreen(), entity] })).toBe(entity);
  expect(startOf({ screens: [] })).toBeUndefined();
});

test('an administrator has at most eight groups, and every screen is in one', () => {
  const codes = [
    ...Array.from({ length: 28 }, (_, at) => `SD-ADM-${String(at + 1).padStart(3, '0')}`),
    ...Array.from({ length: 15 }, (_, at) => `SD-SMS-${String(at + 1).padStart(3, '0')}`),
  ];
  const screens = codes.map((screenCode) =>
    aScreen({ screenCode, path: `/${screenCode.includes('ADM') ? 'admin' : 'sms'}/${screenCode}` }),
  );
  const groups = groupsOf([dashboard, ...screens]);
  expect(groups.length).toBeLessThanOrEqual(8);
  expect(groups.flatMap((group) => group.screens)).toHaveLength(codes.length + 1);
  expect(groups.every((group) => group.screens.length < 10)).toBe(true);
});
