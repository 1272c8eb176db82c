import type { Area, CropperSettings, Size } from './crop-area';

/** Byte length of a base64 `data:` address. */
export function bytesOf(dataUrl: string): number {
  const data = dataUrl.slice(dataUrl.indexOf(',') + 1);
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return (data.length / 4) * 3 - padding;
}

/** Output size: never larger than the source or the longest allowed side. */
export function outputSize(area: Size, longestSide: number): Size {
  const scale = Math.min(1, longestSide / Math.max(area.width, area.height));
  return scaled(area, scale);
}

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

/** Redraws at smaller sizes until the result fits the byte limit. */
export function fitUnder(mostBytes: number, first: Size, draw: (size: Size) => string): string {
  let size = first;
  for (;;) {
    const result = draw(size);
    const bytes = bytesOf(result);
    if (bytes <= mostBytes || (size.width === 1 && size.height === 1)) return result;
    // Bytes grow with the area; slightly less than the square root keeps the number of rounds low.
    size = scaled(size, Math.min(0.9, Math.sqrt(mostBytes / bytes) * 0.97));
  }
}

/** The part of the picture inside `area`, in source pixels. */
export function cutOut(picture: CanvasImageSource, area: Area, settings: CropperSettings): string {
  const draw = (size: Size) => drawArea(picture, area, size, settings);
  return fitUnder(settings.mostBytes, outputSize(area, settings.longestSide), draw);
}

function drawArea(picture: CanvasImageSource, area: Area, size: Size, settings: CropperSettings): string {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d context');
  context.imageSmoothingQuality = 'high';
  if (settings.format === 'jpeg') {
    // JPEG has no transparency and would turn it black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, size.width, size.height);
  }
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height);
  return canvas.toDataURL(`image/${settings.format}`, settings.quality / 100);
}

export type ImageType = 'png' | 'jpeg' | 'bmp' | 'gif' | 'tiff' | 'webp';

/** Accepted types for the file chooser. Extensions as well, since some systems know no type for them. */
export const ACCEPT = [
  ...['png', 'jpeg', 'bmp', 'gif', 'tiff', 'webp'].map((type) => `image/${type}`),
  ...['png', 'jpg', 'jpeg', 'bmp', 'gif', 'tif', 'tiff', 'webp'].map((ending) => `.${ending}`),
].join(',');

/** Number of bytes needed to tell the types apart. */
export const HEAD_LENGTH = 12;

const starts = (bytes: Uint8Array, text: string, at = 0) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

const SIGNS: [ImageType, (bytes: Uint8Array) => boolean][] = [
  ['png', (bytes) => starts(bytes, '\x89PNG\r\n\x1a\n')],
  ['jpeg', (bytes) => starts(bytes, '\xff\xd8\xff')],
  ['gif', (bytes) => starts(bytes, 'GIF8')],
  ['bmp', (bytes) => starts(bytes, 'BM')],
  ['tiff', (bytes) => starts(bytes, 'II*\0') || starts(bytes, 'MM\0*')],
  ['webp', (bytes) => starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)],
];

/** Detects the type by the first bytes: the name and declared type are not reliable. */
export function imageType(head: Uint8Array): ImageType | null {
  return SIGNS.find(([, matches]) => matches(head))?.[0] ?? null;
}

/** How long to wait for the picture's layout. */
export const RETRIES = 40;
export const RETRY_EVERY_MS = 50;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Polls until the picture has a size: inside a dialog that is still opening it has none.
 * `false` when it never gets one, or the caller has gone.
 */
export async function waitForSize(hasSize: () => boolean, isWanted: () => boolean = () => true): Promise<boolean> {
  for (let retry = 0; retry <= RETRIES; retry += 1) {
    if (!isWanted()) return false;
    if (hasSize()) return true;
    if (retry < RETRIES) await pause(RETRY_EVERY_MS);
  }
  return false;
}
