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
