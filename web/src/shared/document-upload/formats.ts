import type { RequestDocument } from '@/lib/requests';

export type Limits = Pick<RequestDocument, 'documentTypes' | 'maxSizeMb'> &
  Partial<Pick<RequestDocument, 'keepOriginal'>>;

const sameAs: Record<string, string> = { jpeg: 'jpg', tif: 'tiff' };
const kinds: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  gif: 'image/gif',
};

const plain = (ending: string) => sameAs[ending] ?? ending;
const endingOf = (name: string) => plain(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '');

/** The extensions a document accepts, without duplicates: 'pdf', `jpg`. */
export const endingsOf = ({ documentTypes }: Limits): string[] => [
  ...new Set(
    documentTypes
      .toLowerCase()
      .split(/[\s,|;]+/)
      .filter(Boolean)
      .map(plain),
  ),
];

/** For the file chooser: phones use the MIME type, desktops the extension. */
export function acceptOf(limits: Limits): string {
  const endings = endingsOf(limits);
  const spellings = Object.entries(sameAs).filter(([, same]) => endings.includes(same));
  const names = [...endings, ...spellings.map(([other]) => other)].map((ending) => `.${ending}`);
  return [...names, ...endings.map((ending) => kinds[ending]).filter(Boolean)].join(',');
}

/** The camera takes pictures; a document that accepts none does not offer it. */
export function photoKindOf(limits: Limits): string | undefined {
  const endings = endingsOf(limits);
  if (endings.includes('jpg') || endings.length === 0) return 'image/jpeg';
  return endings.includes('png') ? 'image/*' : undefined;
}

const acceptsPdf = (limits: Limits) => {
  const endings = endingsOf(limits);
  return endings.length === 0 || endings.includes('pdf');
};

/** Several photos may become one PDF. A document whose originals are wanted gets them as they are, if it can. */
export const mayJoin = (limits: Limits) =>
  acceptsPdf(limits) && !(limits.keepOriginal && photoKindOf(limits) !== undefined);

export const mayPhotograph = (limits: Limits) => photoKindOf(limits) !== undefined || mayJoin(limits);

/** The trailer of a PDF, or of its first part, names the key of its password. */
export async function isLocked(file: File): Promise<boolean> {
  if (endingOf(file.name) !== 'pdf') return false;
  const ends = [file.slice(0, 4_096), file.slice(Math.max(0, file.size - 65_536))];
  const texts = await Promise.all(ends.map(async (end) => new TextDecoder('latin1').decode(await end.arrayBuffer())));
  return texts.some((text) => /\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(text));
}

/** 0 means no limit. */
export const limitOf = ({ maxSizeMb }: Limits) => (maxSizeMb > 0 ? maxSizeMb * 1024 * 1024 : Infinity);

/** What phones store; few browsers can open it, and no document accepts it. */
export const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || /^hei[cf]$/.test(endingOf(name));

/** Pictures that a browser can make smaller. */
export const isPhoto = (file: File) => isHeic(file) || ['jpg', 'png', 'webp'].includes(endingOf(file.name));

export type FileFault = 'empty' | 'format' | 'size' | 'heic' | 'damaged' | 'locked';

/** Checks what the server would refuse anyway before sending. The server checks everything else. */
export function faultOf(file: File, limits: Limits): FileFault | null {
  const endings = endingsOf(limits);
  if (file.size === 0) return 'empty';
  // A photo is fitted to the limits of the document before it is sent, unless the original is wanted.
  const isFitted = isPhoto(file) && !limits.keepOriginal;
  if (isHeic(file) && isFitted && photoKindOf(limits)) return null;
  if (endings.length > 0 && !endings.includes(endingOf(file.name))) return 'format';
  return !isFitted && file.size > limitOf(limits) ? 'size' : null;
}

const steps = ['B', 'KB', 'MB', 'GB'];

/** `515 KB`, `3.5 MB`: the same in both languages. */
export function sizeText(bytes: number): string {
  const step = Math.min(steps.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)));
  const value = bytes / 1024 ** step;
  const digits = step < 2 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${steps[step]}`;
}
