import { describe, expect, it } from 'vitest';
import { expiryHint, PASSWORD_RULES, strengthOf } from './user-form';

const broken = (password: string) => PASSWORD_RULES.filter((rule) => !rule.holds(password)).map((rule) => rule.key);

describe('a password', () => {
  it('is told every rule it breaks', () => {
    expect(broken('')).toEqual(['length', 'letter', 'number', 'special']);
    expect(broken('a1@456')).toEqual(['length']);
    expect(broken('a1@45678901234567890')).toEqual(['length']);
    expect(broken('1234567@')).toEqual(['letter']);
    expect(broken('abcdefg@')).toEqual(['number']);
    expect(broken('abcdefg1')).toEqual(['special']);
    expect(broken('Docz@2026')).toEqual([]);
    expect(broken('தமிழ்சொல்1!')).toEqual([]);
  });

  it('is weak as long as it breaks one, and stronger the more it varies', () => {
    expect(strengthOf('short1!')).toBe('fair');
    expect(strengthOf('longbutnothingelse')).toBe('weak');
    expect(strengthOf('Docz@2026')).toBe('good');
    expect(strengthOf('Wq7!mz-Lk2_pX9')).toBe('strong');
  });
});

describe('the expiry of a user', () => {
  const today = '2026-11-15';

  it('is told when it is past or near', () => {
    expect(expiryHint('2026-11-14', today)).toEqual({ key: 'expired', days: -1 });
    expect(expiryHint('2026-11-15', today)).toEqual({ key: 'soon', days: 0 });
    expect(expiryHint('2026-12-10', today)).toEqual({ key: 'soon', days: 25 });
    expect(expiryHint('2027-11-15', today)).toBeNull();
    expect(expiryHint(null, today)).toBeNull();
  });
});
