import { expect, test } from 'vitest';
import { anAuth } from '@/test/auth';
import { services, session } from '.';

test('keeps the session under the spec’s names and no others', () => {
  session.setAuth(anAuth());
  session.setToken('t');
  session.setOtp('1');
  session.setTheme({ '--t-brand': '#123456' });
  session.setLanguage('ta');
  session.setEntityType('Bank');
  for (const service of services) session.setBaseUrl(service, `/api/${service}`);
  const names = Object.keys(sessionStorage).sort();
  expect(names).toEqual(
    ['NLS', 'admin', 'app', 'auth', 'banker', 'customer', 'entityType', 'otp', 'sms', 'theme', 'token'].sort(),
  );
});

test('speaks English until somebody chooses', () => {
  expect(session.language()).toBe('en');
  expect(session.hasLanguage()).toBe(false);
});

test('gives the same auth object until it changes, so that React does not redraw for nothing', () => {
  session.setAuth(anAuth());
  expect(session.auth()).toBe(session.auth());
  const before = session.auth();
  session.setAuth({ ...anAuth(), tenantCode: 'SME' });
  expect(session.auth()).not.toBe(before);
});

test('tells its listeners when it is cleared', () => {
  session.setToken('t');
  let told = 0;
  const stop = session.subscribe(() => {
    told += 1;
  });
  session.clear();
  stop();
  expect(told).toBe(1);
  expect(sessionStorage.length).toBe(0);
});
