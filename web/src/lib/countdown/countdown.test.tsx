import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { clockText, useCountdown } from '.';

afterEach(cleanup);

function Clock({ until }: { until: number }) {
  return <output>{clockText(useCountdown(until))}</output>;
}
const shown = () => screen.getByRole('status').textContent;

test('counts down to nothing and stays there', () => {
  vi.useFakeTimers();
  render(<Clock until={Date.now() + 75_000} />);
  expect(shown()).toBe('1:15');
  act(() => vi.advanceTimersByTime(70_000));
  expect(shown()).toBe('0:05');
  act(() => vi.advanceTimersByTime(60_000));
  expect(shown()).toBe('0:00');
});

test('a phone that slept sees the right time at once', () => {
  vi.useFakeTimers();
  render(<Clock until={Date.now() + 60_000} />);
  vi.setSystemTime(Date.now() + 50_000);
  act(() => vi.advanceTimersByTime(1_000));
  expect(shown()).toBe('0:09');
});

test('a moment that was just set is counted to in the very first picture', () => {
  vi.useFakeTimers();
  const seen: number[] = [];
  function Watch({ until }: { until: number }) {
    seen.push(useCountdown(until));
    return null;
  }
  const { rerender } = render(<Watch until={0} />);
  seen.length = 0;
  rerender(<Watch until={Date.now() + 60_000} />);
  expect(new Set(seen)).toEqual(new Set([60]));
});
