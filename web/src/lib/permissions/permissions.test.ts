import { expect, test } from 'vitest';
import { anAuth, aScreen } from '@/test/auth';
import { can, moduleOf, screenAt, screenIdAt } from '.';

const details = aScreen({ screenCode: 'SD-BNK-007', path: '/requestor/transactions/:txnRefNo' });
const auth = anAuth({ screens: [aScreen(), details] });

test('finds the screen of a path, with or without a parameter', () => {
  expect(screenAt('/admin/branch-master', auth)?.screenCode).toBe('SD-ADM-001');
  expect(screenAt('/admin/branch-master/', auth)?.screenCode).toBe('SD-ADM-001');
  expect(screenAt('/requestor/transactions/N-1', auth)?.screenCode).toBe('SD-BNK-007');
  expect(screenAt('/requestor/transactions', auth)).toBeUndefined();
  expect(screenAt('/admin/industry-master', auth)).toBeUndefined();
});

test('any provider url is SD-CUS-001', () => {
  expect(screenIdAt('/provider/requests/1', null)).toBe('SD-CUS-001');
  expect(screenIdAt('/providers', null)).toBe('');
});

test('the module follows the area', () => {
  const paths = ['/admin/x', '/requestor/x', '/provider/x', '/sms/x', '/auth'];
  expect(paths.map(moduleOf)).toEqual(['ADM', 'BNK', 'CUS', 'SMS', '']);
});

test('an action is allowed only when the screen lists it', () => {
  expect(can(aScreen({ actions: ['access', 'view'] }), 'edit')).toBe(false);
  expect(can(aScreen(), 'edit')).toBe(true);
  expect(can(undefined, 'view')).toBe(false);
});
