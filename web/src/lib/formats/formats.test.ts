import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dayOfMoment } from '@/lib/days';
import { countryName, useFormats } from '.';

const { date, moment } = renderHook(() => useFormats()).result.current;

test('a day reads the same alone and with its hour', () => {
  expect(date('2026-12-08')).toBe('8 Dec 2026');
  expect(moment('2026-12-08T12:30:00')).toBe('8 Dec 2026, 12:30');
});

test('every short month has three letters', () => {
  expect(date('2026-09-16')).toBe('16 Sep 2026');
  expect(moment('2026-09-16T12:30:00')).toBe('16 Sep 2026, 12:30');
});

test('a country has its name in both languages', () => {
  expect([countryName('IN', 'en'), countryName('IN', 'ta'), countryName('', 'ta')]).toEqual(['India', 'இந்தியா', '']);
});

test('what is no date stays as it is', () => {
  expect(date('someday')).toBe('someday');
});

test('a moment is on the day of its reader, here in India', () => {
  expect(moment('2026-11-17T18:45:00.000Z')).toBe('18 Nov 2026, 00:15');
  expect(date('2026-11-17T18:45:00.000Z')).toBe('18 Nov 2026');
  expect(dayOfMoment('2026-11-17T18:45:00.000Z')).toBe('2026-11-18');
  expect(date('2026-11-17')).toBe('17 Nov 2026');
});
