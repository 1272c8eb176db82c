import { describe, expect, it, vi } from 'vitest';
import type { Size } from './crop-area';
import { bytesOf, fitUnder, outputSize } from './output';

const ofBytes = (bytes: number) => `data:image/png;base64,${'A'.repeat(Math.ceil(bytes / 3) * 4)}`;

describe('the result', () => {
  it('is measured in bytes, not in letters', () => {
    expect(bytesOf('data:image/png;base64,AAAA')).toBe(3);
    expect(bytesOf('data:image/png;base64,AAA=')).toBe(2);
    expect(bytesOf('data:image/png;base64,AA==')).toBe(1);
  });

  it('is never larger than the source, and shrinks to the longest side', () => {
    expect(outputSize({ width: 300, height: 100 }, 1600)).toEqual({ width: 300, height: 100 });
    expect(outputSize({ width: 6400, height: 3200 }, 1600)).toEqual({ width: 1600, height: 800 });
    expect(outputSize({ width: 9000, height: 1 }, 1600)).toEqual({ width: 1600, height: 1 });
  });

  it('is drawn smaller until it is small enough', () => {
    const draw = vi.fn(({ width, height }: Size) => ofBytes(width * height * 4));
    const result = fitUnder(2 * 1024 * 1024, { width: 1600, height: 1600 }, draw);
    expect(bytesOf(result)).toBeLessThanOrEqual(2 * 1024 * 1024);
    expect(draw.mock.calls.length).toBeLessThan(4);
    const [last] = draw.mock.lastCall ?? [];
    expect(last?.width).toBeGreaterThan(650);
  });

  it('comes to an end even when nothing helps', () => {
    expect(fitUnder(10, { width: 3, height: 2 }, () => ofBytes(99))).toBe(ofBytes(99));
  });
});
