import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fitPhoto } from './fit-photo';
import { faultOf } from './formats';

/** What this browser makes of a picture: its size, or nothing where it cannot open it. */
let natural: { width: number; height: number } | null;
let drawn: { width: number; height: number }[];

class FakeImage {
  onload?: () => void;
  onerror?: (fault: Error) => void;
  naturalWidth = 0;
  naturalHeight = 0;
  set src(_: string) {
    if (natural) [this.naturalWidth, this.naturalHeight] = [natural.width, natural.height];
    queueMicrotask(() => (natural ? this.onload?.() : this.onerror?.(new Error('not a picture'))));
  }
}

beforeEach(() => {
  drawn = [];
  vi.stubGlobal('Image', FakeImage);
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done, type) {
    drawn.push({ width: this.width, height: this.height });
    done(new Blob(['smaller'], { type }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const limits = { documentTypes: 'pdf,jpg,png', maxSizeMb: 10 };
const photo = (name: string, type = 'image/jpeg') => new File(['photo'], name, { type });

test('an empty file is known before anything is opened', () => {
  expect(faultOf(new File([], 'IMG_1.jpg'), limits)).toBe('empty');
  expect(faultOf(new File([], 'IMG_1.heic'), limits)).toBe('empty');
  expect(faultOf(new File([], 'locked.pdf'), limits)).toBe('empty');
});

test('a photo of 50 megapixels is made smaller, however few bytes it has', async () => {
  natural = { width: 8165, height: 6124 };
  const fitted = (await fitPhoto(photo('IMG_50.jpg'), limits)) as File;
  expect([fitted.name, fitted.type]).toEqual(['IMG_50.jpg', 'image/jpeg']);
  expect(drawn).toEqual([{ width: 4000, height: 3000 }]);
  // One that the server accepts is left as it is.
  natural = { width: 8000, height: 5000 };
  const taken = photo('IMG_40.jpg');
  expect(await fitPhoto(taken, limits)).toBe(taken);
});

test('a HEIC photo becomes a JPG where the browser can open it, and says what to do where it cannot', async () => {
  natural = { width: 400, height: 300 };
  const fitted = (await fitPhoto(photo('IMG_1.HEIC', 'image/heic'), limits)) as File;
  expect([fitted.name, fitted.type]).toEqual(['IMG_1.jpg', 'image/jpeg']);
  natural = null;
  expect(await fitPhoto(photo('IMG_1.HEIC', ''), limits)).toBe('heic');
  // Named otherwise, only the server knows.
  const renamed = photo('IMG_1.jpg');
  expect(await fitPhoto(renamed, limits)).toBe(renamed);
});

test('a PDF with a password is not sent', async () => {
  const locked = new File(['%PDF-1.7\ntrailer << /Encrypt 8 0 R >>'], 'a.pdf', { type: 'application/pdf' });
  expect(await fitPhoto(locked, limits)).toBe('locked');
});
