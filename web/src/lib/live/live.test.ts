import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { knownBases } from '@/test/server';
import { onNotification, onRequestChange } from '.';

/** A connection that the test can write to and cut. */
function line() {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (made) => {
      controller = made;
    },
  });
  const encoder = new TextEncoder();
  return {
    response: () => new Response(body, { status: 200 }),
    say: (text: string) => controller.enqueue(encoder.encode(text)),
    cut: () => controller.close(),
  };
}

const settle = () => vi.advanceTimersByTimeAsync(1);
let stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  knownBases();
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
});

afterEach(async () => {
  for (const stop of stops) stop();
  stops = [];
  await vi.advanceTimersByTimeAsync(1_000);
});

const lent = (stop: () => void) => {
  stops.push(stop);
  return stop;
};

test('an event may come in any pieces and with any line ends', async () => {
  const only = line();
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => only.response()),
  );
  const changes = vi.fn();
  lent(onRequestChange(changes));
  await settle();
  for (const letter of ': still there\r\n\r\nevent: request\r\ndata: {"txnRefNo":\r\ndata: "N1"}\r\n\r\n')
    only.say(letter);
  only.say('event: request\ndata: {"txnRefNo":"N2"}\n\nevent: request\ndata: {"txnRefNo":"cut"}');
  await settle();
  expect(changes.mock.calls).toEqual([[{ txnRefNo: 'N1' }], [{ txnRefNo: 'N2' }]]);
});

test('one line serves all listeners, carries the token in its header and ends with the last of them', async () => {
  const first = line();
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => first.response());
  vi.stubGlobal('fetch', fetch);
  const changes = vi.fn();
  const bell = vi.fn();
  const stopChanges = lent(onRequestChange(changes));
  const stopBell = lent(onNotification(bell));
  await settle();
  first.say('event: request\ndata: {"txnRefNo":"N1"}\n\nevent: notification\ndata: {"notificationId":"7"}\n\n');
  await settle();
  expect(fetch).toHaveBeenCalledTimes(1);
  const [url, init] = fetch.mock.calls[0] as [string, RequestInit];
  expect(url).toContain('/api/banker/v1/docz/banking/transaction/notification/stream@');
  expect((init.headers as Record<string, string>).Authorization).toMatch(/^Bearer /);
  expect(changes.mock.calls).toEqual([[{ txnRefNo: 'N1' }]]);
  expect(bell.mock.calls).toEqual([[{ notificationId: '7' }]]);
  stopChanges();
  await vi.advanceTimersByTimeAsync(200);
  expect(init.signal?.aborted).toBe(false);
  stopBell();
  await vi.advanceTimersByTimeAsync(200);
  expect(init.signal?.aborted).toBe(true);
});

test('what the server could not tell in time is told as missed', async () => {
  const only = line();
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => only.response()),
  );
  const changes = vi.fn();
  lent(onRequestChange(changes));
  await settle();
  only.say('event: request\ndata: null\n\nevent: request\ndata: no json\n\n');
  await settle();
  expect(changes.mock.calls).toEqual([[undefined]]);
});

test('a cut line is taken up again, and what may have been missed is told', async () => {
  const lines = [line(), line()];
  let at = 0;
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => (lines[at++] as ReturnType<typeof line>).response()),
  );
  const changes = vi.fn();
  lent(onRequestChange(changes));
  await settle();
  expect(changes).not.toHaveBeenCalled();
  lines[0]?.cut();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(at).toBe(2);
  expect(changes.mock.calls).toEqual([[undefined]]);
});

test('a server that refuses is asked less and less often', async () => {
  const fetch = vi.fn(async () => new Response('', { status: 404 }));
  vi.stubGlobal('fetch', fetch);
  lent(onRequestChange(() => {}));
  await vi.advanceTimersByTimeAsync(60_000);
  const early = fetch.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(early).toBeLessThan(9);
  expect(fetch.mock.calls.length - early).toBeLessThan(4);
});

/** Two tabs of one browser: locks and a channel between two copies of the module. */
function browserOfTabs() {
  const channels: { listeners: ((event: { data: unknown }) => void)[] }[] = [];
  class Channel {
    listeners: ((event: { data: unknown }) => void)[] = [];
    constructor() {
      channels.push(this);
    }
    addEventListener(_: string, listener: (event: { data: unknown }) => void) {
      this.listeners.push(listener);
    }
    postMessage(data: unknown) {
      for (const other of channels) if (other !== this) for (const each of other.listeners) each({ data });
    }
  }
  const queue: (() => void)[] = [];
  let isHeld = false;
  const hold = async (act: (lock: object | null) => unknown) => {
    isHeld = true;
    try {
      return await act({});
    } finally {
      isHeld = false;
      queue.shift()?.();
    }
  };
  const request = async (
    _: string,
    { ifAvailable }: { ifAvailable?: boolean },
    act: (lock: object | null) => unknown,
  ) => {
    if (!isHeld) return hold(act);
    if (ifAvailable) return act(null);
    await new Promise<void>((resolve) => queue.push(resolve));
    return hold(act);
  };
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }));
  const open = async () => {
    vi.resetModules();
    const [live, page] = await Promise.all([import('.'), import('@/lib/session')]);
    page.session.setAuth(anAuth());
    page.session.setToken(aToken(Date.now() + 900_000, 's1'));
    return live;
  };
  return { open };
}

test('the tabs of a session share one connection, and another takes over when its tab goes', async () => {
  const lines = [line(), line()];
  const fetch = vi.fn(async (_url: string, _init: RequestInit) =>
    (lines[fetch.mock.calls.length - 1] as ReturnType<typeof line>).response(),
  );
  vi.stubGlobal('fetch', fetch);
  const { open } = browserOfTabs();
  const [one, other] = [await open(), await open()];
  const [heard, overheard] = [vi.fn(), vi.fn()];
  const stopOne = lent(one.onRequestChange(heard));
  lent(other.onRequestChange(overheard));
  await settle();
  expect(fetch).toHaveBeenCalledTimes(1);
  lines[0]?.say('event: request\ndata: {"txnRefNo":"N1"}\n\n');
  await settle();
  expect(heard.mock.calls).toEqual([[{ txnRefNo: 'N1' }]]);
  expect(overheard.mock.calls).toEqual([[{ txnRefNo: 'N1' }]]);
  stopOne();
  await vi.advanceTimersByTimeAsync(200);
  lines[0]?.cut();
  await vi.advanceTimersByTimeAsync(200);
  expect(fetch).toHaveBeenCalledTimes(2);
  // Something may have happened in between.
  expect(overheard.mock.calls.slice(1)).toEqual([[undefined]]);
  vi.unstubAllGlobals();
});

test('a tab that nobody looks at lets go of its line, and looks again when it is seen', async () => {
  const lines = [line(), line()];
  const fetch = vi.fn(async (_url: string, _init: RequestInit) =>
    (lines[fetch.mock.calls.length - 1] as ReturnType<typeof line>).response(),
  );
  vi.stubGlobal('fetch', fetch);
  const turn = (hidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const changes = vi.fn();
  lent(onRequestChange(changes));
  await settle();
  turn(true);
  await vi.advanceTimersByTimeAsync(10_000);
  turn(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  turn(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(true);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(changes).not.toHaveBeenCalled();
  turn(false);
  await settle();
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(changes.mock.calls).toEqual([[undefined]]);
});
