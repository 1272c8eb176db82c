import { expect, test } from 'vitest';
import { flawsOf, type Grey, greyOf } from './quality';

const [width, height] = [400, 560];
const paper = 205;

/** A page with lines of letters: strokes of two pixels, as text is in a photo of that size. */
function page({ ink = 40, back = paper } = {}): Grey {
  const light = new Uint8Array(width * height).fill(back);
  for (let line = 20; line < height - 20; line += 14) {
    for (let x = 20; x < width - 20; x += 1) {
      const isStroke = (x * 7 + line * 3) % 11 < 4;
      for (let y = line; isStroke && y < line + 7; y += 1) light[y * width + x] = ink;
    }
  }
  return { light, width, height };
}

/** Each pixel is the mean of those around it, as when the lens is out of focus. */
function outOfFocus({ light }: Grey, reach: number): Grey {
  const soft = new Uint8Array(light.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [sum, count] = [0, 0];
      for (let dy = -reach; dy <= reach; dy += 1) {
        for (let dx = -reach; dx <= reach; dx += 1) {
          const value = light[(y + dy) * width + x + dx];
          if (x + dx < 0 || x + dx >= width || value === undefined) continue;
          sum += value;
          count += 1;
        }
      }
      soft[y * width + x] = sum / count;
    }
  }
  return { light: soft, width, height };
}

function withGlint(grey: Grey, share: number): Grey {
  const light = grey.light.slice();
  light.fill(255, 0, Math.round(light.length * share));
  return { ...grey, light };
}

test('a sharp page in good light has no flaw', () => {
  expect(flawsOf(page())).toEqual([]);
  // A scan is white all over.
  expect(flawsOf(page({ back: 255 }))).toEqual([]);
});

test('a page out of focus is blurred', () => {
  // Three times the mean is close to what a lens does.
  expect(flawsOf(outOfFocus(outOfFocus(outOfFocus(page(), 2), 2), 2))).toEqual(['blurred']);
  expect(flawsOf({ ...page(), light: new Uint8Array(width * height).fill(paper) })).toEqual(['blurred']);
});

test('a page in the dark is dark, though it is sharp', () => {
  expect(flawsOf(page({ ink: 5, back: 55 }))).toEqual(['dark']);
});

test('light that is reflected covers a part of the page', () => {
  expect(flawsOf(withGlint(page(), 0.01))).toEqual([]);
  expect(flawsOf(withGlint(page(), 0.12))).toEqual(['glare']);
});

test('brightness is what the eye sees', () => {
  const data = Uint8ClampedArray.from([255, 255, 255, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 255]);
  expect([...greyOf({ data, width: 2, height: 2 }).light]).toEqual([255, 149, 29, 0]);
});
