import { expect, test } from 'vitest';
import { stepsIn } from './planned';

test('equal steps are told from the first day, later days apart', () => {
  const days = ['2026-11-21', '2026-11-24', '2026-11-27', '2026-12-15', '2026-12-18'];
  expect(stepsIn(days)).toEqual({ first: '2026-11-21', step: 3, rest: ['2026-12-15', '2026-12-18'] });
  expect(stepsIn(['2026-11-30', '2026-12-01', '2026-12-02'])).toEqual({ first: '2026-11-30', step: 1, rest: [] });
});

test('a few days are listed', () => {
  expect(stepsIn([])).toBeNull();
  expect(stepsIn(['2026-11-21'])).toBeNull();
  expect(stepsIn(['2026-11-21', '2026-11-24'])).toBeNull();
  expect(stepsIn(['2026-11-21', '2026-11-24', '2026-11-25'])).toBeNull();
});
