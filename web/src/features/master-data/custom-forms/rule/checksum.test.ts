import { describe, expect, it } from 'vitest';
import { luhn, mrz, verhoeff } from './match';

describe('the checksums', () => {
  it('verhoeff holds for Aadhaar-like numbers and breaks on any single change or swap', () => {
    expect(verhoeff('2363')).toBe(true);
    expect(verhoeff('2364')).toBe(false);
    const good = '234123412346';
    expect(verhoeff(good)).toBe(true);
    for (let at = 0; at < good.length; at += 1) {
      const other = String((Number(good[at]) + 1) % 10);
      expect(verhoeff(good.slice(0, at) + other + good.slice(at + 1))).toBe(false);
    }
    expect(verhoeff('324123412346')).toBe(false);
    expect(verhoeff('')).toBe(false);
  });

  it('luhn holds for card numbers', () => {
    expect(luhn('4539 1488 0343 6467')).toBe(true);
    expect(luhn('4539148803436468')).toBe(false);
    expect(luhn('0')).toBe(false);
  });

  it('mrz holds for a number of a passport and its check digit', () => {
    expect(mrz('L898902C<3')).toBe(true);
    expect(mrz('L898902C<4')).toBe(false);
    expect(mrz('7408122')).toBe(true);
    expect(mrz('3')).toBe(false);
  });
});
