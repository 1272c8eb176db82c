/** What makes a photo of a document hard to read. */
export type Flaw = 'blurred' | 'dark' | 'glare';

/** Brightness of each pixel, 0 to 255. */
export interface Grey {
  width: number;
  height: number;
  light: Uint8Array;
}

/** The picture is judged in cells: a page is mostly blank, and only where there is text can it be sharp. */
const cells = 8;
/** The sharpest cells of readable text are far above it, those of text that is out of focus far below. */
const sharpEnough = 30;
const brightEnough = 60;
const blownOut = 252;
/** More of it is the white of a scan, less is a glint. */
const glareFrom = 0.04;
const glareTo = 0.4;

export function greyOf({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): Grey {
  const light = new Uint8Array(width * height);
  for (let at = 0; at < light.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
    light[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return { light, width, height };
}

/** The variance of the Laplacian: edges make it large. */
function sharpness({ light, width }: Grey, left: number, top: number, right: number, bottom: number) {
  let [sum, squares, count] = [0, 0, 0];
  const at = (place: number) => light[place] ?? 0;
  for (let y = top + 1; y < bottom - 1; y += 1) {
    for (let x = left + 1; x < right - 1; x += 1) {
      const place = y * width + x;
      const value = 4 * at(place) - at(place - 1) - at(place + 1) - at(place - width) - at(place + width);
      sum += value;
      squares += value * value;
      count += 1;
    }
  }
  return count > 0 ? squares / count - (sum / count) ** 2 : 0;
}

function sharpestOf(grey: Grey) {
  const all: number[] = [];
  const edge = (size: number, cell: number) => Math.floor((size * cell) / cells);
  for (let row = 0; row < cells; row += 1) {
    for (let column = 0; column < cells; column += 1) {
      const [left, right] = [edge(grey.width, column), edge(grey.width, column + 1)];
      all.push(sharpness(grey, left, edge(grey.height, row), right, edge(grey.height, row + 1)));
    }
  }
  all.sort((one, other) => other - one);
  // Not the very sharpest: that may be the edge of the page on a table.
  return all[Math.floor(all.length / 8)] ?? 0;
}

export function flawsOf(grey: Grey): Flaw[] {
  let [sum, blown] = [0, 0];
  for (const value of grey.light) {
    sum += value;
    if (value >= blownOut) blown += 1;
  }
  const all = Math.max(1, grey.light.length);
  const flaws: Flaw[] = [];
  if (sharpestOf(grey) < sharpEnough) flaws.push('blurred');
  if (sum / all < brightEnough) flaws.push('dark');
  if (blown / all >= glareFrom && blown / all <= glareTo) flaws.push('glare');
  return flaws;
}
