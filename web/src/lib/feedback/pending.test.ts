import { beforeEach, expect, test, vi } from 'vitest';
import { begin, spinner } from '.';

beforeEach(() => {
  vi.useFakeTimers();
  spinner.set(false);
});

const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

test('stays away for a request of less than 300 ms', () => {
  const end = begin();
  pass(299);
  end();
  pass(1000);
  expect(spinner.get()).toBe(false);
});

test('shows when a request outlasts 300 ms and hides 500 ms after it ends', () => {
  const end = begin();
  pass(300);
  expect(spinner.get()).toBe(true);
  end();
  pass(499);
  expect(spinner.get()).toBe(true);
  pass(1);
  expect(spinner.get()).toBe(false);
});

test('waits for the last of several, and one that follows at once keeps it', () => {
  const [first, second] = [begin(), begin()];
  pass(300);
  first();
  pass(2000);
  expect(spinner.get()).toBe(true);
  second();
  pass(400);
  const third = begin();
  pass(2000);
  expect(spinner.get()).toBe(true);
  third();
  pass(500);
  expect(spinner.get()).toBe(false);
});

test('an end told twice counts once', () => {
  const [first, second] = [begin(), begin()];
  first();
  first();
  pass(300);
  expect(spinner.get()).toBe(true);
  second();
  pass(500);
});
