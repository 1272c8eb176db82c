import { expect, test } from 'vitest';
import { type Corners, moved, type Pixels, projection, sizeOf, straighten, wholePicture } from './geometry';
import { guessCorners } from './page-edge';
import { type Grey, greyOf } from './quality';

/** A page seen at an angle: the farther side is shorter. */
const slanted: Corners = [
  { x: 0.3, y: 0.2 },
  { x: 0.7, y: 0.2 },
  { x: 0.85, y: 0.8 },
  { x: 0.15, y: 0.8 },
];

const isBetween = ({ x, y }: { x: number; y: number }, corners: Corners) =>
  corners.every((here, at) => {
    const next = corners[(at + 1) % 4] ?? here;
    return (next.x - here.x) * (y - here.y) - (next.y - here.y) * (x - here.x) >= 0;
  });

/** A picture whose pixels are the brightness that `paint` says for a place. */
function painted(width: number, height: number, paint: (x: number, y: number) => number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const value = paint(((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height);
    data.set([value, value, value, 255], at * 4);
  }
  return { data, width, height };
}

const valueAt = ({ data, width, height }: Pixels, x: number, y: number) =>
  data[(Math.floor(y * height) * width + Math.floor(x * width)) * 4] ?? -1;

const photoOf = (corners: Corners, page = 220, table = 60, size = 240): Grey =>
  greyOf(painted(size, size, (x, y) => (isBetween({ x, y }, corners) ? page : table)));

test('the corners of the page are the corners of the straightened picture', () => {
  const place = projection(slanted);
  for (const [at, { x, y }] of wholePicture.entries()) {
    const found = place(x, y);
    expect(found.x).toBeCloseTo(slanted[at]?.x ?? 0);
    expect(found.y).toBeCloseTo(slanted[at]?.y ?? 0);
  }
  // Nothing is bent where nothing is slanted.
  const middle = projection(wholePicture)(0.5, 0.25);
  expect([middle.x, middle.y]).toEqual([0.5, 0.25]);
  // What is farther away is closer together: the middle of the page is above the middle of its picture.
  expect(place(0.5, 0.5).y).toBeLessThan(0.5);
});

test('a page is as large as its longer sides', () => {
  expect(sizeOf(wholePicture, { width: 400, height: 300 })).toEqual({ width: 400, height: 300 });
  const { width, height } = sizeOf(slanted, { width: 1000, height: 1000 });
  expect(width).toBe(700);
  expect(height).toBe(Math.round(Math.hypot(150, 600)));
});

test('the whole picture stays as it is', () => {
  const picture = painted(8, 6, (x, y) => x * 100 + y * 100);
  expect(straighten(picture, wholePicture)).toEqual(picture);
});

test('straightening leaves the page and no table', () => {
  // The left half of the page is dark, the right one bright; the table is neither.
  const paint = (x: number, y: number) => {
    if (!isBetween({ x, y }, slanted)) return 128;
    return x < 0.5 ? 20 : 240;
  };
  const page = straighten(painted(300, 300, paint), slanted);
  expect([page.width, page.height]).toEqual([210, Math.round(Math.hypot(45, 180))]);
  for (const y of [0.05, 0.5, 0.95]) {
    expect(valueAt(page, 0.05, y)).toBeLessThan(40);
    expect(valueAt(page, 0.45, y)).toBeLessThan(40);
    expect(valueAt(page, 0.55, y)).toBeGreaterThan(220);
    expect(valueAt(page, 0.95, y)).toBeGreaterThan(220);
  }
});

test('a corner stays in the picture, and the page stays a page', () => {
  const [topLeft] = moved(wholePicture, 0, { x: -0.2, y: 0.3 });
  expect(topLeft).toEqual({ x: 0, y: 0.3 });
  expect(moved(slanted, 0, { x: 0.25, y: 0.1 })[0]).toEqual({ x: 0.25, y: 0.1 });
  // Beyond the opposite corner the sides would cross.
  expect(moved(slanted, 0, { x: 0.9, y: 0.9 })).toBe(slanted);
  expect(moved(slanted, 0, { x: 0.84, y: 0.3 })).toBe(slanted);
});

test('a bright page on a darker table is found', () => {
  for (const corners of [slanted, slanted.map(({ x, y }) => ({ x: x - 0.1, y: y + 0.1 })) as Corners]) {
    const found = guessCorners(photoOf(corners));
    for (const [at, { x, y }] of corners.entries()) {
      expect(Math.abs((found?.[at]?.x ?? 9) - x)).toBeLessThan(0.02);
      expect(Math.abs((found?.[at]?.y ?? 9) - y)).toBeLessThan(0.02);
    }
  }
});

test('where no page stands out, none is guessed', () => {
  const size = 200;
  const pictures = [
    painted(size, size, () => 200),
    painted(size, size, (x) => x * 255),
    // Bright things all over a dark table.
    painted(size, size, (x, y) => ((Math.floor(x * 8) + Math.floor(y * 8)) % 2 === 0 ? 230 : 30)),
  ];
  for (const picture of pictures) expect(guessCorners(greyOf(picture))).toBeUndefined();
  expect(guessCorners(photoOf(slanted, 40, 200))).toBeUndefined();
});
