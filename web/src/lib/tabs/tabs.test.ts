import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anAuth, aToken } from '@/test/auth';

type Listener = (event: { data: unknown }) => void;

/** The tabs of one browser: each copy of the module has its own channel, storage is set by the test. */
class Channel {
  static all: Channel[] = [];
  listeners = new Set<Listener>();
  constructor(readonly name: string) {
    Channel.all.push(this);
  }
  addEventListener(_: string, listener: Listener) {
    this.listeners.add(listener);
  }
  removeEventListener(_: string, listener: Listener) {
    this.listeners.delete(listener);
  }
  postMessage(data: unknown) {
    for (const other of Channel.all) {
      if (other === this || other.name !== this.name) continue;
      for (const listener of [...other.listeners]) listener({ data: structuredClone(data) });
    }
  }
}

const held: string[] = [];
const locks = {
  query: async () => ({ held: held.map((name) => ({ name })) }),
  request: async (name: string, _: object, act: () => Promise<void>) => {
    held.push(name);
    await act();
    held.splice(held.indexOf(name), 1);
  },
};

beforeEach(() => {
  Channel.all = [];
  held.length = 0;
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks }));
});
afterEach(() => vi.unstubAllGlobals());

async function tab() {
  vi.resetModules();
  const [tabs, page, feedback] = await Promise.all([import('.'), import('@/lib/session'), import('@/lib/feedback')]);
  return { ...tabs, ...page, ...feedback };
}

const token = aToken(Date.now() + 900_000, 's1');

/** A tab with a session; the storage of jsdom is shared, so it is cleared for the next tab. */
async function openTab(patch = {}, its = token) {
  const open = await tab();
  open.session.setAuth(anAuth(patch));
  open.session.setToken(its);
  open.session.setLanguage('ta');
  const kept = open.session.kept();
  // What this tab has stays its own, whatever the other tabs of the test do with the storage.
  vi.spyOn(open.session, 'auth').mockReturnValue(anAuth(patch));
  vi.spyOn(open.session, 'token').mockReturnValue(its);
  vi.spyOn(open.session, 'kept').mockReturnValue(kept);
  vi.spyOn(open.session, 'clear').mockReturnValue();
  const stop = open.shareSession();
  sessionStorage.clear();
  return { ...open, stop };
}

test('a new tab takes over the session of an open one, with its language and without what was typed', async () => {
  const open = await openTab();
  sessionStorage.setItem('unsaved', 'of the other tab');
  sessionStorage.clear();
  window.history.replaceState(null, '', '/requestor/transactions');
  const fresh = await tab();
  expect(await fresh.takeOverSession()).toBe(true);
  expect(fresh.session.token()).toBe(token);
  expect(fresh.session.auth()?.userId).toBe('ADMIN');
  expect(fresh.session.language()).toBe('ta');
  open.stop();
});

test('without an open tab the login is shown at once', async () => {
  const began = Date.now();
  expect(await (await tab()).takeOverSession()).toBe(false);
  expect(Date.now() - began).toBeLessThan(1_000);
});

test('a page of the portal does not get the session of the staff', async () => {
  const open = await openTab();
  window.history.replaceState(null, '', '/provider/requests');
  const fresh = await tab();
  expect(await fresh.takeOverSession()).toBe(false);
  expect(fresh.session.token()).toBe('');
  open.stop();
});

test('logging out ends the tabs of this session and no other, and says why', async () => {
  const mine = await openTab();
  const other = await openTab({ userId: 'OTHER' }, aToken(Date.now() + 900_000, 's2'));
  const leaving = await openTab();
  leaving.endInAllTabs({ byUser: true });
  expect(mine.expired.get()).toBe(true);
  expect(mine.endedElsewhere.get()).toBe(true);
  expect(other.expired.get()).toBe(false);
  for (const each of [mine, other, leaving]) each.stop();
});

test('activity counts in the other tabs, at most once a second', async () => {
  const [one, other] = [await openTab(), await openTab()];
  const heard = vi.fn();
  const stop = other.onActivityElsewhere(heard);
  one.tellActivity(5_000);
  one.tellActivity(5_900);
  one.tellActivity(6_000);
  expect(heard.mock.calls).toEqual([[5_000], [6_000]]);
  stop();
  one.stop();
  other.stop();
});
