import { draw, open, qualities } from '../fit-photo';
import { type Limits, limitOf } from '../formats';
import { type JpegPage, pdfOf } from './pdf';
import { type Flaw, flawsOf, greyOf } from './quality';

/** Pages of text are readable at these longest sides; the first that fits the document is taken. */
const sides = [2200, 1600, 1100];
/** Enough to tell sharp text from blurred text. */
const judgedSide = 1000;

export async function withPicture<T>(file: File, act: (image: HTMLImageElement) => T | Promise<T>): Promise<T> {
  const url = URL.createObjectURL(file);
  try {
    return await act(await open(url));
  } finally {
    URL.revokeObjectURL(url);
  }
}

export const scaleTo = ({ naturalWidth, naturalHeight }: HTMLImageElement, side: number) =>
  Math.min(1, side / Math.max(naturalWidth, naturalHeight));

const pageOf = (file: File, side: number, quality: number): Promise<JpegPage> =>
  withPicture(file, async (image) => {
    const canvas = draw(image, scaleTo(image, side));
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
    if (!blob) throw new Error('this browser makes no JPEG');
    return { bytes: new Uint8Array(await blob.arrayBuffer()), width: canvas.width, height: canvas.height };
  });

/** The photos as one PDF in this order, as small as the document wants it, or as small as it gets. */
export async function joinPhotos(photos: File[], name: string, limits: Limits): Promise<File> {
  let blob = new Blob();
  for (const side of sides) {
    for (const quality of qualities) {
      const pages: JpegPage[] = [];
      // One after the other: a phone has little memory.
      for (const photo of photos) pages.push(await pageOf(photo, side, quality));
      blob = pdfOf(pages);
      if (blob.size <= limitOf(limits)) return new File([blob], name, { type: blob.type });
    }
  }
  return new File([blob], name, { type: blob.type });
}

/** True for a picture that this browser can show. */
export const isShowable = (file: File): Promise<boolean> =>
  file.size === 0 ? Promise.resolve(false) : withPicture(file, () => true).catch(() => false);

/** What is wrong with a photo. Nothing where it cannot be told: the reader sees the picture anyway. */
export async function judge(file: File): Promise<Flaw[]> {
  try {
    const pixels = await withPicture(file, (image) => {
      const canvas = draw(image, scaleTo(image, judgedSide));
      return canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
    });
    if (!pixels) return [];
    return typeof Worker === 'undefined' ? flawsOf(greyOf(pixels)) : await inWorker(pixels);
  } catch {
    return [];
  }
}

/** The page stays usable meanwhile. */
function inWorker(pixels: ImageData): Promise<Flaw[]> {
  const worker = new Worker(new URL('./quality-worker', import.meta.url), { type: 'module' });
  return new Promise<Flaw[]>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Flaw[]>) => resolve(data);
    worker.onerror = reject;
    worker.postMessage(pixels, [pixels.data.buffer]);
  }).finally(() => worker.terminate());
}
