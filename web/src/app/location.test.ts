import { beforeEach, expect, test } from 'vitest';
import {
  followLinks,
  isStaffPath,
  loginPath,
  loginWithReturn,
  openPageAt,
  portalReturnPath,
  returnPath,
} from './location';

const at = (path: string) => window.history.replaceState(null, '', path);
beforeEach(() => at('/'));

test('only the spec’s areas are known', () => {
  const known = [
    '/',
    '/login',
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
  for (const plain of ['/', '/login']) {
    at(plain);
    expect(loginWithReturn()).toBe('/auth');
  }
});

test('and returns only to a path of our own', () => {
  expect(returnPath('?next=%2Fadmin%2Fbranch-master%3Fpage%3D2')).toBe('/admin/branch-master?page=2');
  const foreign = ['', '?next=https://evil.example', '?next=//evil.example', '?next=/%5Cevil.example', '?next=/nope'];
  for (const search of foreign) expect(returnPath(search)).toBe('/auth/home');
});

test('the pages for a forgotten password are open to all and nowhere to return to', () => {
  expect(openPageAt('/auth/forgot')).toBe('forgot');
  expect(openPageAt('/auth/reset/')).toBe('reset');
  expect(openPageAt('/auth/home')).toBeUndefined();
  expect(returnPath('?next=%2Fauth%2Freset')).toBe('/auth/home');
  at('/auth/forgot');
  expect(loginWithReturn()).toBe('/auth');
});

test('the portal returns to its own pages only', () => {
  at('/provider/profile');
  expect(loginWithReturn()).toBe('/provider/login?next=%2Fprovider%2Fprofile');
  at('/provider/login');
  expect(loginWithReturn()).toBe('/provider/login');
  expect(portalReturnPath('?next=%2Fprovider%2Fprofile')).toBe('/provider/profile');
  for (const search of ['', '?next=/admin', '?next=/providers', '?next=//evil.example', '?next=/provider/login']) {
    expect(portalReturnPath(search)).toBe('/provider/requests');
  }
});

test('plain links are followed here; foreign ones and new tabs are the browser’s', () => {
  const stop = followLinks((path) => path.startsWith('/auth'));
  document.body.innerHTML = '<a href="/auth/forgot"><b>x</b></a><a id="far" href="/provider/login">y</a>';
  let isFollowed = false;
  const watch = (event: Event) => {
    isFollowed = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', watch);
  const click = (selector: string, init: MouseEventInit = {}) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
    document.querySelector(selector)?.dispatchEvent(event);
    return isFollowed;
  };
  window.scrollTo = () => {};
  expect(click('b')).toBe(true);
  expect(window.location.pathname).toBe('/auth/forgot');
  expect(click('b', { ctrlKey: true })).toBe(false);
  expect(click('#far')).toBe(false);
  stop();
  window.removeEventListener('click', watch);
});
