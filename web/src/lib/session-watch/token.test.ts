import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '@/lib/session';
import { aToken } from '@/test/auth';
import { refreshIn, watchToken } from '.';

const now = Date.UTC(2026, 10, 15);
const inSeconds = (seconds: number) => aToken(now + seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(now);
});

test('plans the refresh 300 s before expiry, started 3 s after the check', () => {
  expect(refreshIn(inSeconds(900), now)).toBe(603_000);
});

test('starts 3 s after the check when the 300 s have begun already', () => {
  expect(refreshIn(inSeconds(100), now)).toBe(3_000);
});

test('leaves tokens of 30 characters and fewer alone', () => {
  expect(refreshIn('x'.repeat(30), now)).toBeUndefined();
  expect(refreshIn('x'.repeat(31), now)).toBeUndefined();
});

test('refreshes on time and looks again 10 s after', async () => {
  session.setToken(inSeconds(900));
  const refresh = vi.fn(async () => session.setToken(inSeconds(303 + 10)));
  const stop = watchToken(refresh);
  await vi.advanceTimersByTimeAsync(602_999);
  expect(refresh).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(refresh).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10_000 + 2_999);
  expect(refresh).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  expect(refresh).toHaveBeenCalledTimes(2);
  stop();
});

test('stops with the session', async () => {
  session.setToken(inSeconds(900));
  const refresh = vi.fn(async () => undefined);
  watchToken(refresh)();
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(refresh).not.toHaveBeenCalled();
});
