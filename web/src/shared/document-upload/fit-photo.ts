import { endingsOf, type FileFault, isHeic, isLocked, isPhoto, type Limits, limitOf } from './formats';

/** The server refuses larger pictures, whatever their size in bytes. */
const mostPixels = 40_000_000;
/** Longest sides and qualities, best first. Text on paper stays readable down to the last. */
const sides = [4000, 3000, 2200, 1600, 1100];
export const qualities = [0.85, 0.7];

const kinds = { jpg: 'image/jpeg', webp: 'image/webp', png: 'image/png' } as const;
type Ending = keyof typeof kinds;

/** The original if it fits or must be kept, otherwise a smaller copy in a format that the document accepts, or the reason why neither works. */
export async function fitPhoto(file: File, limits: Limits): Promise<File | FileFault> {
  if (await isLocked(file)) return 'locked';
  if (!isPhoto(file) || limits.keepOriginal) return file;
  const url = URL.createObjectURL(file);
  try {
    const image = await open(url).catch(() => null);
    // The server says what is wrong with other pictures that the browser cannot open.
    if (!image) return isHeic(file) ? 'heic' : limitOf(limits) < file.size ? 'damaged' : file;
    const pixels = image.naturalWidth * image.naturalHeight;
    if (!isHeic(file) && file.size <= limitOf(limits) && pixels <= mostPixels) return file;
    return (await smaller(image, file.name, limits)) ?? 'size';
  } finally {
    URL.revokeObjectURL(url);
  }
}

export function open(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = url;
  });
}

async function smaller(image: HTMLImageElement, name: string, limits: Limits): Promise<File | null> {
  const ending = endingFor(limits);
  const longest = Math.max(image.naturalWidth, image.naturalHeight);
  for (const side of sides.filter((each, at) => each < longest || at === sides.length - 1)) {
    const canvas = draw(image, Math.min(1, side / longest));
    for (const quality of qualities) {
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, kinds[ending], quality));
      if (!blob || blob.size > limitOf(limits)) continue;
      return new File([blob], `${name.replace(/\.[^.]*$/, '')}.${ending}`, { type: kinds[ending] });
    }
  }
  return null;
}

/** A document without a list accepts every format. */
function endingFor(limits: Limits): Ending {
  const accepted = endingsOf(limits);
  const order: Ending[] = ['jpg', 'webp', 'png'];
  return order.find((ending) => accepted.includes(ending)) ?? 'jpg';
}

export function draw(image: HTMLImageElement, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  // A transparent picture would become black as JPEG.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
