import { expect, test } from 'vitest';
import { documentStatusValues, requestStatusValues } from '@/generated/requests';
import { fillOf, toneOf } from './request-status';

test('every status has a tone and a colour', () => {
  for (const status of [...requestStatusValues, ...documentStatusValues]) {
    expect(toneOf(status), status).toBeTruthy();
    expect(fillOf(status), status).toMatch(/^var\(--/);
  }
});

test('what the bank has to do has a colour of its own', () => {
  const ours = ['Uploaded', 'Waiting'] as const;
  expect(ours.map(toneOf)).toEqual(['turn', 'turn']);
  const others = requestStatusValues.filter((status) => status !== 'Waiting');
  expect(others.map(toneOf)).not.toContain('turn');
  expect(toneOf('Pending')).toBe('warn');
});
