import { describe, expect, it } from 'vitest';
import { imageType, MOST_INPUT_BYTES, readImage } from './read-image';
import { isSound, withDefaults } from './settings';

const bytes = (text: string) => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)));

describe('the type of a picture', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['BM\x00\x00', 'bmp'],
    ['GIF89a', 'gif'],
    ['II*\x00', 'tiff'],
    ['MM\x00*', 'tiff'],
    ['RIFF\x00\x00\x00\x00WEBP', 'webp'],
  ])('is told by its first bytes: %j', (head, type) => {
    expect(imageType(bytes(head))).toBe(type);
  });

  it.each(['<svg xmlns=', '%PDF-1.7', 'RIFF\x00\x00\x00\x00WAVE', '', 'PNG'])('is refused: %j', (head) => {
    expect(imageType(bytes(head))).toBeNull();
  });

  it('does not believe the name or the declared type', async () => {
    const file = new File(['<svg/>'], 'logo.png', { type: 'image/png' });
    expect(await readImage(file)).toEqual({ fault: 'message.invalidImage' });
  });

  it('does not load what is far too large', async () => {
    const file = new File([bytes('BM'), new Uint8Array(MOST_INPUT_BYTES)], 'huge.bmp');
    expect(await readImage(file)).toEqual({ fault: 'message.imageTooLarge' });
  });

  it('takes a TIFF that the browser cannot open, for the server to convert', async () => {
    HTMLImageElement.prototype.decode = () => Promise.reject(new Error('not decoded'));
    const address = 'data:image/tiff;base64,SUkqAA==';
    expect(await readImage(new Blob([bytes('II*\x00')]))).toEqual({ address, isShown: false });
    const large = new Blob([bytes('II*\x00'), new Uint8Array(2 * 1024 * 1024)]);
    expect(await readImage(large)).toEqual({ fault: 'message.imageTooLarge' });
    expect(await readImage(new Blob([bytes('GIF89a')]))).toEqual({ fault: 'ui.cropper.unreadable' });
  });
});

describe('the settings', () => {
  it('have the defaults of the spec', () => {
    expect(withDefaults({})).toMatchObject({ format: 'png', quality: 92, minimumCrop: 20, keyboardStep: 3 });
  });

  it('want an aspect ratio above 0 when it is kept', () => {
    expect(isSound(withDefaults({ aspectRatio: 0 }))).toBe(false);
    expect(isSound(withDefaults({ aspectRatio: -1 }))).toBe(false);
    expect(isSound(withDefaults({ aspectRatio: Number.NaN }))).toBe(false);
    expect(isSound(withDefaults({ aspectRatio: 0, maintainAspectRatio: false }))).toBe(true);
  });
});
