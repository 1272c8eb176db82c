import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '@/lib/api';
import { useLoaded } from '.';

const gone = () => Promise.reject(new ApiError(0, 'Network Issue!'));
const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
});

test('what could not be loaded is loaded when the connection is back, and the failure goes', async () => {
  const load = vi.fn<() => Promise<string>>().mockImplementationOnce(gone).mockImplementationOnce(gone);
  load.mockResolvedValue('here');
  const { result } = renderHook(() => useLoaded(load));
  await settle();
  expect(result.current.failed).toBe(true);
  // Less and less often, but at once when the browser says so.
  await settle(2_000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(result.current.failed).toBe(true);
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(result.current).toMatchObject({ failed: false, data: 'here' });
  await settle(120_000);
  expect(load).toHaveBeenCalledTimes(3);
});

test('a refusal is not asked again', async () => {
  const load = vi.fn(() => Promise.reject(new ApiError(403, 'no')));
  const { result } = renderHook(() => useLoaded(load));
  await settle(120_000);
  expect(result.current.failed).toBe(true);
  expect(load).toHaveBeenCalledOnce();
});
