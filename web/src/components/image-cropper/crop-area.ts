import { clamp, convertToPixelCrop, type PercentCrop, type PixelCrop } from 'react-image-crop';
import type { CropperSettings } from './settings';

/** The crop area, in pixels of the displayed picture. */
export type Area = Omit<PixelCrop, 'unit'>;

export type Size = Pick<Area, 'width' | 'height'>;

export interface AreaRules {
  bounds: Size;
  least: number;
  /** Width divided by height; absent when any shape is allowed. */
  aspect?: number | undefined;
}

export type Handle = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';

/** The size closest to the wanted one that fits; a picture smaller than the minimum is used whole. */
function sized(width: number, height: number, { bounds, least, aspect }: AreaRules, room = bounds): Size {
  const fit = (wanted: number, min: number, max: number) => clamp(wanted, Math.min(min, max), max);
  if (!aspect) return { width: fit(width, least, room.width), height: fit(height, least, room.height) };
  const fixed = fit(width, Math.max(least, least * aspect), Math.min(room.width, room.height * aspect));
  return { width: fixed, height: fixed / aspect };
}

const placed = (x: number, y: number, { width, height }: Size, { bounds }: AreaRules): Area => ({
  x: clamp(x, 0, bounds.width - width),
  y: clamp(y, 0, bounds.height - height),
  width,
  height,
});

/** The largest area of the right shape, centred. */
export const firstArea = (rules: AreaRules) => scaleArea({ x: 0, y: 0, ...rules.bounds }, 1, rules);

export const moveArea = (area: Area, dx: number, dy: number, rules: AreaRules) =>
  placed(area.x + dx, area.y + dy, area, rules);

/** Scales around the centre, as a pinch does. */
export function scaleArea(area: Area, factor: number, rules: AreaRules): Area {
  const size = sized(area.width * factor, area.height * factor, rules);
  return placed(area.x + (area.width - size.width) / 2, area.y + (area.height - size.height) / 2, size, rules);
}

/** Pulls one handle; the opposite side stays where it is. In a fixed shape the larger of two movements decides. */
export function resizeArea(area: Area, handle: Handle, dx: number, dy: number, rules: AreaRules): Area {
  const { x, y, width, height } = area;
  const { bounds, aspect = 0 } = rules;
  const [isWest, isNorth] = [handle.includes('w'), handle.includes('n')];
  const across = /[ew]/.test(handle) ? dx * (isWest ? -1 : 1) : 0;
  const down = /[ns]/.test(handle) ? dy * (isNorth ? -1 : 1) : 0;
  const byHeight = Math.abs(down * aspect) > Math.abs(across);
  const room = { width: isWest ? x + width : bounds.width - x, height: isNorth ? y + height : bounds.height - y };
  const size = sized(byHeight ? (height + down) * aspect : width + across, height + down, rules, room);
  return { ...size, x: isWest ? x + width - size.width : x, y: isNorth ? y + height - size.height : y };
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Fraction of the area that + and − add or remove per step. */
const SCALE_PER_STEP = 0.01;

/** The keys that change the area. */
export const AREA_KEY = /^([-+=]|Arrow(Left|Right|Up|Down))$/;

/** Arrows move (with Shift or on a handle: resize), + and − scale. */
export function pressKey(area: Area, key: string, step: number, rules: AreaRules, handle?: Handle): Area {
  if (/[-+=]/.test(key)) return scaleArea(area, 1 + (key === '-' ? -1 : 1) * step * SCALE_PER_STEP, rules);
  const [dx, dy] = (ARROWS[key] ?? [0, 0]).map((direction) => direction * step) as [number, number];
  return handle ? resizeArea(area, handle, dx, dy, rules) : moveArea(area, dx, dy, rules);
}

/** The area in source pixels; rounding must not distort a fixed shape. */
export function toNatural(crop: PercentCrop, natural: Size, aspect?: number): Area {
  const exact = convertToPixelCrop(crop, natural.width, natural.height);
  const x = clamp(Math.round(exact.x), 0, natural.width - 1);
  const y = clamp(Math.round(exact.y), 0, natural.height - 1);
  const width = clamp(Math.round(exact.width), 1, natural.width - x);
  const height = clamp(Math.round(aspect ? width / aspect : exact.height), 1, natural.height - y);
  return { x, y, width, height };
}

/** Output size: never larger than the source or the longest allowed side. */
export const outputSize = (area: Size, longestSide: number) =>
  scaled(area, Math.min(1, longestSide / Math.max(area.width, area.height)));

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

/** Byte length of a base64 `data:` address. */
export function bytesOf(dataUrl: string): number {
  const data = dataUrl.slice(dataUrl.indexOf(',') + 1).replace(/=+$/, '');
  return Math.floor((data.length * 3) / 4);
}

/** Redraws at smaller sizes until the result fits the byte limit. */
export function fitUnder(mostBytes: number, size: Size, draw: (size: Size) => string): string {
  const result = draw(size);
  const bytes = bytesOf(result);
  if (bytes <= mostBytes || (size.width === 1 && size.height === 1)) return result;
  // Bytes grow with the area; slightly less than the square root keeps the number of rounds low.
  return fitUnder(mostBytes, scaled(size, Math.min(0.9, Math.sqrt(mostBytes / bytes) * 0.97)), draw);
}

/** The part of the picture inside `area`, in source pixels, as a `data:` address. */
export function cutOut(picture: CanvasImageSource, { x, y, width, height }: Area, settings: CropperSettings): string {
  const { format, quality, mostBytes, longestSide } = settings;
  return fitUnder(mostBytes, outputSize({ width, height }, longestSide), (size) => {
    const canvas = Object.assign(document.createElement('canvas'), size);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no 2d context');
    context.imageSmoothingQuality = 'high';
    // JPEG has no transparency and would turn it black.
    context.fillStyle = '#fff';
    if (format === 'jpeg') context.fillRect(0, 0, size.width, size.height);
    context.drawImage(picture, x, y, width, height, 0, 0, size.width, size.height);
    return canvas.toDataURL(`image/${format}`, quality / 100);
  });
}
