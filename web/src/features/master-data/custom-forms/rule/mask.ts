import { CHECKSUMS, type ChecksumName } from './checksum';

export interface Mask {
  shape: string;
  checksum: ChecksumName | null;
}

const isChecksum = (name: string): name is ChecksumName => Object.hasOwn(CHECKSUMS, name);

/** `AAAAA9999A`, `999999999999#verhoeff`: the shape and, after the last `#`, the checksum. `null` for an unknown one. */
export function readMask(text: string): Mask | null {
  const at = text.lastIndexOf('#');
  if (at < 0) return text ? { shape: text, checksum: null } : null;
  const checksum = text.slice(at + 1);
  const shape = text.slice(0, at);
  return shape && isChecksum(checksum) ? { shape, checksum } : null;
}

/** Numbers are often printed in groups: one of these may separate two characters. */
const SEPARATOR = '[ \\t\\u00a0\\u2010-\\u2013/.-]?';
const SEPARATORS = /[\s\u00a0\u2010-\u2013/.-]/g;
const WORD = '\\p{L}\\p{N}\\p{M}';

const CLASSES: Record<string, string> = { '9': '[0-9]', A: '[A-Za-z]', X: '[A-Za-z0-9]' };

export const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The mask as an expression that matches whole words only. */
export function maskPattern(shape: string): RegExp {
  const parts = [...shape].map((letter) => CLASSES[letter] ?? escaped(letter));
  return new RegExp(`(?<![${WORD}])${parts.join(SEPARATOR)}(?![${WORD}])`, 'gu');
}

export const stripped = (text: string) => text.replace(SEPARATORS, '');

export const passesChecksum = (text: string, checksum: ChecksumName | null) =>
  checksum === null || CHECKSUMS[checksum](text);

/** Shape and checksum as two texts, even while incomplete. */
export function splitMask(text: string): [shape: string, checksum: string] {
  const at = text.lastIndexOf('#');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

export const joinMask = (shape: string, checksum: string) => (checksum ? `${shape}#${checksum}` : shape);
