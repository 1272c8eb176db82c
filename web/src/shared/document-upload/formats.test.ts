import { expect, test } from 'vitest';
import { acceptOf, endingsOf, faultOf, photoKindOf, sizeText } from './formats';

const limits = (documentTypes: string, maxSizeMb = 1) => ({ documentTypes, maxSizeMb });
const file = (name: string, size: number) => new File([new Uint8Array(size)], name);

test('spellings of one format are one format', () => {
  expect(endingsOf(limits('PDF, jpeg,jpg tif'))).toEqual(['pdf', 'jpg', 'tiff']);
  expect(faultOf(file('scan.JPEG', 1), limits('jpg'))).toBeNull();
});

test('the chooser offers endings and kinds', () => {
  expect(acceptOf(limits('pdf,jpg'))).toBe('.pdf,.jpg,.jpeg,application/pdf,image/jpeg');
});

test('a camera is offered only where a picture is taken', () => {
  expect(photoKindOf(limits('pdf'))).toBeUndefined();
  expect(photoKindOf(limits('pdf,jpg'))).toBe('image/jpeg');
});

test('what cannot pass is known before it is sent', () => {
  expect(faultOf(file('a.exe', 1), limits('pdf'))).toBe('format');
  expect(faultOf(file('a.pdf', 0), limits('pdf'))).toBe('empty');
  expect(faultOf(file('a.pdf', 1024 * 1024 + 1), limits('pdf'))).toBe('size');
  expect(faultOf(file('a.pdf', 1024 * 1024), limits('pdf'))).toBeNull();
});

test('a photo is not refused for its size: it is made smaller', () => {
  expect(faultOf(file('a.jpg', 1024 * 1024 + 1), limits('pdf,jpg'))).toBeNull();
  expect(faultOf(file('a.tiff', 1024 * 1024 + 1), limits('tiff'))).toBe('size');
});

test('a HEIC photo may be converted where a picture is accepted', () => {
  expect(faultOf(file('IMG_1.HEIC', 1), limits('pdf,jpg'))).toBeNull();
  expect(faultOf(file('IMG_1.HEIC', 1), limits('pdf'))).toBe('format');
});

test('sizes are told as people tell them', () => {
  expect([1000, 2048, 3_670_016, 3_145_728].map(sizeText)).toEqual(['1000 B', '2 KB', '3.5 MB', '3 MB']);
});

test('where originals are kept, a photo is not fitted: too large a one or a HEIC cannot pass', () => {
  const original = { ...limits('pdf,jpg'), keepOriginal: true };
  expect(faultOf(file('a.jpg', 2 * 1024 * 1024), limits('jpg'))).toBeNull();
  expect(faultOf(file('a.jpg', 2 * 1024 * 1024), original)).toBe('size');
  expect(faultOf(file('a.heic', 1), limits('jpg'))).toBeNull();
  expect(faultOf(file('a.heic', 1), original)).toBe('format');
});
