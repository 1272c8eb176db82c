import { expect, test } from 'vitest';
import { isSuppressed, popupOf, titleOf } from '.';

const code = (number: string, message = 'x') => ({ code: `EnTxn${number}`, message });

test.each([
  ['S', 'Success'],
  [202, 'Success'],
  ['202', 'Success'],
  ['W', 'Warning'],
  ['F', 'Failed'],
  [500, 'Failed'],
  ['', 'Failed'],
])('status %s gives the title %s', (status, title) => {
  expect(titleOf(status)).toBe(title);
});

test('of the codes of the spec, only failures show their message', () => {
  expect(popupOf('S', [code('0021', 'Created')])).toEqual({ title: 'Success', message: '' });
  expect(popupOf('W', [code('0021', 'Careful')])).toEqual({ title: 'Warning', message: '' });
  expect(popupOf('F', [code('0022', 'Exists')])).toEqual({ title: 'Failed', message: 'Exists' });
});

test('a warning of our own says what it is about, a line for each field', () => {
  const waits = ['Levels', 'Days'].map((field) => ({ code: 'waitsForSecond', message: `${field} wait`, field }));
  expect(popupOf('W', waits)).toEqual({ title: 'Warning', message: 'Levels wait\nDays wait' });
});

const silent = '0024 0023 0059 0026 0047 0029 0050 0051 0049 0046 0043 0052 0028 0057 0067 0068 0055'.split(' ');

test('seventeen codes are suppressed', () => expect(new Set(silent).size).toBe(17));

test.each(silent)('EnTxn%s shows no popup', (number) => {
  expect(popupOf('S', [code(number)])).toBeNull();
  expect(popupOf('F', [code(number)])).toBeNull();
});

test('an answer without codes shows no popup; one loud code among silent ones does', () => {
  expect(isSuppressed([])).toBe(true);
  expect(popupOf('F', [code('0023'), code('0022', 'Exists')])?.message).toBe('Exists');
});
