/** Larger files would only slow down the browser; the result is far smaller. */
export const MOST_INPUT_BYTES = 25 * 1024 * 1024;
/** What the server accepts; a TIFF is sent as it is. */
const MOST_TIFF_BYTES = 2 * 1024 * 1024;

const SIGNS = {
  png: /^\x89PNG\r\n/,
  jpeg: /^\xff\xd8\xff/,
  gif: /^GIF8/,
  bmp: /^BM/,
  tiff: /^(II\*|MM.\*)/s,
  webp: /^RIFF.{4}WEBP/s,
};

/** The type by the first bytes: the name and declared type are not reliable. */
export function imageType(head: Uint8Array) {
  const text = String.fromCharCode(...head.slice(0, 12));
  return Object.entries(SIGNS).find(([, sign]) => sign.test(text))?.[0] ?? null;
}

type ReadFault = 'message.invalidImage' | 'ui.cropper.unreadable' | 'message.imageTooLarge';

type ReadImage = { address: string; isShown: boolean } | { fault: ReadFault };

/** The file as a `data:` address, or the wording key of the error. A TIFF may be one that the browser cannot show. */
export async function readImage(file: Blob): Promise<ReadImage> {
  const type = imageType(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
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
  const picture = Object.assign(new Image(), { src: address });
  const isDecoded = await picture.decode().then(
    () => true,
    () => false,
  );
  return isDecoded && picture.naturalWidth > 0;
}
