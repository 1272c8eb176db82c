import { HEAD_LENGTH, imageType } from './output';

/** Larger files would only slow down the browser; the result is far smaller. */
export const MOST_INPUT_BYTES = 25 * 1024 * 1024;

/** What the server accepts; a TIFF is sent as it is. */
const MOST_TIFF_BYTES = 2 * 1024 * 1024;

export type ReadFault = 'message.invalidImage' | 'ui.cropper.unreadable' | 'message.imageTooLarge';

export type ReadImage = { address: string; isShown: boolean } | { fault: ReadFault };

/** The file as a `data:` address, or the wording key of the error. A TIFF may be one that the browser cannot show. */
export async function readImage(file: Blob): Promise<ReadImage> {
  const type = imageType(new Uint8Array(await file.slice(0, HEAD_LENGTH).arrayBuffer()));
  if (!type) return { fault: 'message.invalidImage' };
  if (file.size > MOST_INPUT_BYTES) return { fault: 'message.imageTooLarge' };
  const address = await toAddress(file.slice(0, file.size, `image/${type}`));
  if (await canShow(address)) return { address, isShown: true };
  if (type !== 'tiff') return { fault: 'ui.cropper.unreadable' };
  return file.size > MOST_TIFF_BYTES ? { fault: 'message.imageTooLarge' } : { address, isShown: false };
}

function toAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Safari opens TIFF, other browsers do not: try it. */
async function canShow(address: string): Promise<boolean> {
  const picture = new Image();
  picture.src = address;
  return picture.decode().then(
    () => picture.naturalWidth > 0,
    () => false,
  );
}
