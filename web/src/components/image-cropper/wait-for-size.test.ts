import { expect, it, vi } from 'vitest';
import { RETRIES, RETRY_EVERY_MS, waitForSize } from './wait-for-size';

it('asks again every 50 ms until there is a size', async () => {
  vi.useFakeTimers();
  const hasSize = vi.fn().mockReturnValue(false);
  const waiting = waitForSize(hasSize);
  await vi.advanceTimersByTimeAsync(5 * RETRY_EVERY_MS);
  expect(hasSize).toHaveBeenCalledTimes(6);
  hasSize.mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(RETRY_EVERY_MS);
  expect(await waiting).toBe(true);
});

it('gives up after 40 retries', async () => {
  vi.useFakeTimers();
  const hasSize = vi.fn().mockReturnValue(false);
  const waiting = waitForSize(hasSize);
  await vi.advanceTimersByTimeAsync(RETRIES * RETRY_EVERY_MS);
  expect(await waiting).toBe(false);
  expect(hasSize).toHaveBeenCalledTimes(1 + RETRIES);
  expect(RETRIES * RETRY_EVERY_MS).toBe(2000);
});

it('stops when the dialog is gone', async () => {
  const hasSize = vi.fn().mockReturnValue(false);
  expect(await waitForSize(hasSize, () => false)).toBe(false);
  expect(hasSize).not.toHaveBeenCalled();
});
