import { expect, test, vi } from 'vitest';
import { session } from '@/lib/session';
import { aToken } from '@/test/auth';
import { refreshToken } from './token';

test('an answer that comes after the end of the session leaves no token behind', async () => {
  session.setToken(aToken(Date.now() + 900_000));
  const headers = { Authorization: `Bearer ${aToken(Date.now() + 1_800_000)}` };
  vi.stubGlobal('fetch', async () => {
    session.clear();
    return new Response('{}', { headers });
  });
  expect(await refreshToken()).toBe(false);
  expect(session.token()).toBe('');
});
