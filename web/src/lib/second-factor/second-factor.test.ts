import { expect, test } from 'vitest';
import { challengeOf, isWhole, tidy } from '.';

test('a code is six figures, however it was pasted', () => {
  expect(tidy('code', ' 123 456\n')).toBe('123456');
  expect(tidy('code', '1234567')).toBe('123456');
  expect(isWhole('code', '12345')).toBe(false);
  expect(isWhole('code', '123456')).toBe(true);
});

test('a recovery code gets its dash, and loses capitals and blanks', () => {
  expect(tidy('recovery', 'ABCDE FGHIJ')).toBe('abcde-fghij');
  expect(tidy('recovery', 'abcde-')).toBe('abcde');
  expect(tidy('recovery', 'abcdef')).toBe('abcde-f');
  expect(isWhole('recovery', 'abcde-fghi')).toBe(false);
  expect(isWhole('recovery', 'abcde-fghij')).toBe(true);
});

test('seconds become moments', () => {
  const asked = { factorRef: 'r', method: 'totp', maskedTo: null, expiresIn: 300, resendIn: 60 } as const;
  const { goodUntil, resendAt, maskedTo } = challengeOf(asked);
  expect(goodUntil - resendAt).toBe(240_000);
  expect(maskedTo).toBe('');
});
