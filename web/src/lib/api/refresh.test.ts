import { afterEach, expect, test, vi } from 'vitest';
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

/** A channel of which the test plays the other tabs. */
class Channel {
  static one: Channel;
  sent: unknown[] = [];
  #listener: (event: { data: unknown }) => void = () => undefined;
  constructor() {
    Channel.one = this;
  }
  addEventListener(_: string, listener: (event: { data: unknown }) => void) {
    this.#listener = listener;
  }
  postMessage(data: unknown) {
    this.sent.push(data);
  }
  receive(data: unknown) {
    this.#listener({ data });
  }
}

afterEach(() => vi.unstubAllGlobals());

async function inTabs() {
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.resetModules();
  const [token, page] = await Promise.all([import('./token'), import('@/lib/session')]);
  return { refresh: token.refreshToken, session: page.session };
}

const [old, fresh] = [aToken(Date.now() + 900_000), aToken(Date.now() + 1_800_000)];

test('a new token is passed on to the other tabs of the session', async () => {
  const { refresh, session } = await inTabs();
  session.setToken(old);
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { Authorization: `Bearer ${fresh}` } }));
  expect(await refresh()).toBe(true);
  expect(Channel.one.sent).toEqual([{ old, fresh }]);
});

test('a tab that was slower takes the token of the other, and no tab takes that of another session', async () => {
  const { refresh, session } = await inTabs();
  session.setToken(old);
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }));
  const refreshed = refresh();
  await vi.waitFor(() => Channel.one.receive({ old: 'of somebody else', fresh: 'x' }));
  expect(session.token()).toBe(old);
  Channel.one.receive({ old, fresh });
  expect(await refreshed).toBe(true);
  expect(session.token()).toBe(fresh);
  expect(await refresh()).toBe(false);
});
