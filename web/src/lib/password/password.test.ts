import { expect, test } from 'vitest';
import { passwordFault, passwordRules } from '.';

test.each([
  ['abc1@', 'passwordShort'],
  ['abcdefgh1@abcdefgh1@', 'passwordLong'],
  ['1234567@', 'passwordNoLetter'],
  ['abcdefg1', 'passwordWeak'],
  ['abcdefg@', 'passwordWeak'],
  ['Docz@2026', null],
  ['கடவுச்சொல்1@', null],
])('%s → %s', (password, fault) => {
  expect(passwordFault(password)).toBe(fault);
});

test('nothing typed fulfils no rule', () => {
  expect(passwordRules.some(({ holds }) => holds(''))).toBe(false);
});
