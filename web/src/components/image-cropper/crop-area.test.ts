import { describe, expect, it } from 'vitest';
import { type Area, clampArea, firstArea, moveArea, resizeArea, scaleArea, toNatural } from './crop-area';

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
    expect(clampArea({ x: -10, y: -10, width: 900, height: 900 }, free)).toEqual({ x: 0, y: 0, ...bounds });
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
    expect(clampArea({ x: 3, y: 3, width: 2, height: 2 }, tiny)).toEqual({
      x: 0,
      y: 0,
      width: 10,
      height: 8,
    });
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
    expect(toNatural(area, free, natural)).toEqual({ x: 1000, y: 500, width: 800, height: 600 });
    expect(toNatural({ x: 0, y: 0, ...bounds }, free, natural)).toEqual({ x: 0, y: 0, ...natural });
    const odd = { x: 3.3, y: 7.7, width: 33.34, height: 33.34 };
    const { width, height } = toNatural(odd, square, { width: 997, height: 499 });
    expect(width).toBe(height);
  });
});
