import { describe, expect, it, vi } from 'vitest';
import {
  type Area,
  bytesOf,
  firstArea,
  fitUnder,
  moveArea,
  outputSize,
  pressKey,
  resizeArea,
  type Size,
  scaleArea,
  toNatural,
} from './crop-area';

const bounds = { width: 400, height: 200 };
const free = { bounds, least: 20 };
const square = { bounds, least: 20, aspect: 1 };
const area: Area = { x: 100, y: 50, width: 80, height: 60 };

describe('the crop area', () => {
  it('begins as the largest of the right shape, in the middle', () => {
    expect(firstArea(square)).toEqual({ x: 100, y: 0, width: 200, height: 200 });
    expect(firstArea({ ...free, aspect: 4 })).toEqual({ x: 0, y: 50, width: 400, height: 100 });
    expect(firstArea(free)).toEqual({ x: 0, y: 0, ...bounds });
  });

  it('never leaves the picture', () => {
    expect(moveArea(area, -500, 500, free)).toEqual({ ...area, x: 0, y: 140 });
    expect(moveArea(area, 500, -500, free)).toEqual({ ...area, x: 320, y: 0 });
    expect(scaleArea(area, 900, free)).toEqual({ x: 0, y: 0, ...bounds });
  });

  it('is never smaller than 20', () => {
    expect(resizeArea(area, 'se', -500, -500, free)).toEqual({ x: 100, y: 50, width: 20, height: 20 });
    expect(resizeArea(area, 'nw', 500, 500, free)).toEqual({ x: 160, y: 90, width: 20, height: 20 });
    expect(scaleArea(area, 0.001, free)).toEqual({ x: 130, y: 70, width: 20, height: 20 });
  });

  it('keeps both sides at 20 or more when its shape is fixed', () => {
    const small = resizeArea({ x: 0, y: 0, width: 120, height: 40 }, 'se', -500, 0, { ...free, aspect: 3 });
    expect(small).toMatchObject({ width: 60, height: 20 });
    const tall = resizeArea({ x: 0, y: 0, width: 50, height: 100 }, 'se', -500, 0, { ...free, aspect: 0.5 });
    expect(tall).toMatchObject({ width: 20, height: 40 });
  });

  it('takes a picture whole that is smaller than the minimum', () => {
    const tiny = { bounds: { width: 10, height: 8 }, least: 20 };
    expect(firstArea(tiny)).toEqual({ x: 0, y: 0, width: 10, height: 8 });
    expect(scaleArea({ x: 3, y: 3, width: 2, height: 2 }, 1, tiny)).toEqual({ x: 0, y: 0, width: 10, height: 8 });
  });

  it('grows from the handle that is pulled, the other side stays', () => {
    expect(resizeArea(area, 'e', 10, 99, free)).toEqual({ ...area, width: 90 });
    expect(resizeArea(area, 'n', 99, -10, free)).toEqual({ ...area, y: 40, height: 70 });
    expect(resizeArea(area, 'sw', -500, 500, free)).toEqual({ x: 0, y: 50, width: 180, height: 150 });
  });

  it('keeps its shape when it has one', () => {
    const start = { x: 100, y: 50, width: 60, height: 60 };
    expect(resizeArea(start, 'se', 30, 0, square)).toEqual({ x: 100, y: 50, width: 90, height: 90 });
    expect(resizeArea(start, 'nw', 0, -30, square)).toEqual({ x: 70, y: 20, width: 90, height: 90 });
    expect(resizeArea(start, 'ne', 900, -900, square)).toEqual({ x: 100, y: 0, width: 110, height: 110 });
    expect(scaleArea(start, 100, square)).toMatchObject({ width: 200, height: 200, y: 0 });
  });

  it('is told in pixels of the picture itself', () => {
    const natural = { width: 4000, height: 2000 };
    const quarter = { unit: '%', x: 25, y: 25, width: 20, height: 30 } as const;
    expect(toNatural(quarter, natural)).toEqual({ x: 1000, y: 500, width: 800, height: 600 });
    expect(toNatural({ unit: '%', x: 0, y: 0, width: 100, height: 100 }, natural)).toEqual({ x: 0, y: 0, ...natural });
    const odd = { unit: '%', x: 0.83, y: 3.85, width: 8.335, height: 16.67 } as const;
    const { width, height } = toNatural(odd, { width: 997, height: 499 }, 1);
    expect(width).toBe(height);
  });
});

describe('the keys', () => {
  it('move by the step', () => {
    expect(pressKey(area, 'ArrowLeft', 3, free)).toEqual({ ...area, x: 97 });
    expect(pressKey(area, 'ArrowDown', 7, free)).toEqual({ ...area, y: 57 });
  });

  it('resize on a handle', () => {
    expect(pressKey(area, 'ArrowRight', 3, free, 'se')).toEqual({ ...area, width: 83 });
    expect(pressKey(area, 'ArrowUp', 2, free, 'nw')).toEqual({ ...area, y: 48, height: 62 });
  });

  it('scale with plus and minus', () => {
    expect(pressKey(area, '+', 5, free)).toMatchObject({ width: 84, height: 63 });
    expect(pressKey(area, '=', 5, free)).toMatchObject({ width: 84, height: 63 });
    expect(pressKey(area, '-', 5, free)).toMatchObject({ width: 76, height: 57 });
  });
});

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
