import { draw } from '../fit-photo';
import { type Corners, type Pixels, straighten, wholePicture } from './geometry';
import { scaleTo, withPicture } from './join';
import { guessCorners } from './page-edge';
import { greyOf } from './quality';

/** More than a page of text needs, and little enough for the memory of a phone. */
const longest = 3000;
/** Enough to see the edges of a page. */
const guessedSide = 240;
const quality = 0.92;

export type Kind = 'image/jpeg' | 'image/png';

const contextOf = (canvas: HTMLCanvasElement) => {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  return context;
};

async function fileOf(canvas: HTMLCanvasElement, { name }: File, kind: Kind): Promise<File> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, kind, quality));
  if (!blob) throw new Error('this browser makes no pictures');
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.${kind === 'image/png' ? 'png' : 'jpg'}`, { type: kind });
}

const pixelsOf = (file: File, side: number): Promise<ImageData> =>
  withPicture(file, (image) => {
    const canvas = draw(image, scaleTo(image, side));
    return contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);
  });

/** The photo turned clockwise by a quarter. */
export const turned = (file: File, kind: Kind): Promise<File> =>
  withPicture(file, (image) => {
    const upright = draw(image, scaleTo(image, longest));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [upright.height, upright.width];
    const context = contextOf(canvas);
    context.translate(canvas.width, 0);
    context.rotate(Math.PI / 2);
    context.drawImage(upright, 0, 0);
    return fileOf(canvas, file, kind);
  });

/** The page between these corners, straight, as a photo of its own. */
export async function cropped(file: File, corners: Corners, kind: Kind): Promise<File> {
  const page = await inWorker(await pixelsOf(file, longest), corners);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [page.width, page.height];
  contextOf(canvas).putImageData(new ImageData(page.data as Uint8ClampedArray<ArrayBuffer>, page.width), 0, 0);
  return fileOf(canvas, file, kind);
}

/** Where the page seems to be, or the whole picture. */
export async function startCorners(file: File): Promise<Corners> {
  const pixels = await pixelsOf(file, guessedSide).catch(() => undefined);
  return (pixels && guessCorners(greyOf(pixels))) ?? wholePicture;
}

/** The page stays usable meanwhile. */
function inWorker(picture: ImageData, corners: Corners): Promise<Pixels> {
  if (typeof Worker === 'undefined') return Promise.resolve(straighten(picture, corners));
  const worker = new Worker(new URL('./warp-worker', import.meta.url), { type: 'module' });
  return new Promise<Pixels>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Pixels>) => resolve(data);
    worker.onerror = reject;
    const { data, width, height } = picture;
    worker.postMessage({ picture: { data, width, height }, corners }, [data.buffer]);
  }).finally(() => worker.terminate());
}
