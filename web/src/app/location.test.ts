import { beforeEach, expect, test } from 'vitest';
import { isStaffPath, loginPath, loginWithReturn, returnPath } from './location';

const at = (path: string) => window.history.replaceState(null, '', path);
beforeEach(() => at('/'));

test('only the spec’s areas are known', () => {
  const known = [
    '/',
    '/auth',
    '/auth/home',
    '/admin',
    '/admin/branch-master',
    '/sms/user-master',
    '/requestor/x',
  ];
  expect(known.filter((path) => !isStaffPath(path))).toEqual([]);
  expect(['/nope', '/adminx', '/provider/login', '/a/admin'].filter(isStaffPath)).toEqual([]);
});

test('Go to Login leads to the provider login under provider, otherwise to auth', () => {
  expect(loginPath('/provider/anything')).toBe('/provider/login');
  expect(loginPath('/providers')).toBe('/auth');
  expect(loginPath('/nope')).toBe('/auth');
});

test('the login remembers a deep link with its query', () => {
  at('/admin/branch-master?page=2');
  expect(loginWithReturn()).toBe('/auth?next=%2Fadmin%2Fbranch-master%3Fpage%3D2');
  at('/');
  expect(loginWithReturn()).toBe('/auth');
});

test('and returns only to a path of our own', () => {
  expect(returnPath('?next=%2Fadmin%2Fbranch-master%3Fpage%3D2')).toBe('/admin/branch-master?page=2');
  const foreign = [
    '',
    '?next=https://evil.example',
    '?next=//evil.example',
    '?next=/%5Cevil.example',
    '?next=/nope',
  ];
  for (const search of foreign) expect(returnPath(search)).toBe('/auth/home');
});
