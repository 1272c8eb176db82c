import { type Corners, isConvex, type Point, wholePicture } from './geometry';
import type { Grey } from './quality';

/** The brightness between the two kinds of pixels that a picture is best parted in (Otsu). */
function divide(light: Uint8Array) {
  const counts = new Array<number>(256).fill(0);
  for (const value of light) counts[value] = (counts[value] ?? 0) + 1;
  const total = counts.reduce((sum, count, value) => sum + count * value, 0);
  let [best, between, dark, darkSum] = [0, 127, 0, 0];
  for (const [value, count] of counts.entries()) {
    dark += count;
    darkSum += count * value;
    const bright = light.length - dark;
    if (dark === 0 || bright === 0) continue;
    const means = [darkSum / dark, (total - darkSum) / bright] as const;
    const spread = dark * bright * (means[0] - means[1]) ** 2;
    if (spread > best) [best, between] = [spread, (means[0] + means[1]) / 2];
  }
  return between;
}

/** The share of bright pixels within the corners and outside of them, and how much of the picture is within. */
function shares({ light, width, height }: Grey, corners: Corners, limit: number) {
  const isWithin = (x: number, y: number) =>
    corners.every((here, at) => {
      const next = corners[(at + 1) % 4] as Point;
      return (next.x - here.x) * (y - here.y) - (next.y - here.y) * (x - here.x) >= 0;
    });
  const all = { within: 0, outside: 0, brightWithin: 0, brightOutside: 0 };
  for (const [at, value] of light.entries()) {
    const place = isWithin((at % width) / width, Math.floor(at / width) / height) ? 'within' : 'outside';
    all[place] += 1;
    if (value > limit) all[place === 'within' ? 'brightWithin' : 'brightOutside'] += 1;
  }
  return {
    within: all.within / light.length,
    bright: all.brightWithin / Math.max(1, all.within),
    stray: all.brightOutside / Math.max(1, all.outside),
  };
}

/** The corners of a bright page on something darker; undefined where that is not what the picture shows. */
export function guessCorners(grey: Grey): Corners | undefined {
  const { light, width, height } = grey;
  const limit = divide(light);
  const unclear = light.reduce((count, value) => count + (Math.abs(value - limit) < 20 ? 1 : 0), 0);
  if (unclear > light.length / 10) return undefined;
  const isBright = (x: number, y: number) => (light[y * width + x] ?? 0) > limit;
  // The corner farthest in each diagonal direction; single bright pixels are no page.
  const farthest = [-Infinity, -Infinity, -Infinity, -Infinity];
  const corners = wholePicture.map((corner) => ({ ...corner })) as Corners;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      if (!isBright(x, y) || !isBright(x - 1, y) || !isBright(x + 1, y) || !isBright(x, y - 1)) continue;
      for (const [at, far] of [-x - y, x - y, x + y, y - x].entries()) {
        if (far <= (farthest[at] ?? 0)) continue;
        farthest[at] = far;
        corners[at] = { x: (x + 0.5) / width, y: (y + 0.5) / height };
      }
    }
  }
  if (!isConvex(corners)) return undefined;
  const { within: part, bright, stray } = shares(grey, corners, limit);
  return part > 0.2 && part < 0.97 && bright > 0.8 && stray < 0.1 ? corners : undefined;
}
