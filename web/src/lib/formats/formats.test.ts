import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFormats } from '.';

const { date, moment } = renderHook(() => useFormats()).result.current;

test('a day reads the same alone and with its hour', () => {
  expect(date('2026-12-08')).toBe('8 Dec 2026');
  expect(moment('2026-12-08T12:30:00')).toBe('8 Dec 2026, 12:30');
});

test('every short month has three letters', () => {
  expect(date('2026-09-16')).toBe('16 Sep 2026');
  expect(moment('2026-09-16T12:30:00')).toBe('16 Sep 2026, 12:30');
});

test('what is no date stays as it is', () => {
  expect(date('someday')).toBe('someday');
});
