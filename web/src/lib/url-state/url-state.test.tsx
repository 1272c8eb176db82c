import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useUrlState } from '.';

const router = vi.hoisted(() => ({ search: {} as Record<string, string>, navigate: vi.fn() }));
vi.mock('@tanstack/react-router', () => ({ useSearch: () => router.search, useNavigate: () => router.navigate }));

beforeEach(() => {
  router.search = { page: '2', status: 'New' };
  router.navigate.mockClear();
});

function change(patch: Record<string, string | number | undefined>) {
  renderHook(() => useUrlState()).result.current[1](patch);
  const { search, ...how } = router.navigate.mock.calls[0]?.[0] ?? {};
  return { search: search(router.search), ...how };
}

test('a name is set, or taken out by nothing', () => {
  expect(change({ status: '', doc: 3 }).search).toEqual({ page: '2', doc: '3' });
});

test('another page is read from its top, and whatever else changes stays under the eye', () => {
  expect(change({ page: 3 }).resetScroll).toBe(true);
  router.navigate.mockClear();
  expect(change({ page: undefined }).resetScroll).toBe(true);
  router.navigate.mockClear();
  expect(change({ page: 2, status: 'Waiting' }).resetScroll).toBe(false);
  router.navigate.mockClear();
  expect(change({ doc: 3 }).resetScroll).toBe(false);
});
