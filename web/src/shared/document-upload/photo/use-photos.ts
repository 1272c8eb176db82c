import { useRef, useState } from 'react';
import type { DocRequest, RequestDocument } from '@/lib/requests';
import { inGroup, may } from '../document-state';
import { mayJoin, mayPhotograph, photoKindOf } from '../formats';
import { isShowable, joinPhotos } from './join';

/** The photos taken for one document, not yet used. */
export interface Shots {
  document: RequestDocument;
  photos: File[];
  /** The photo that is shown. */
  at: number;
}

/** Where the next photo goes. */
interface Wanted {
  document: RequestDocument;
  place: 'first' | 'more' | number;
}

interface Options {
  request: DocRequest;
  /** Files of this document are on their way. */
  isComing(document: RequestDocument): boolean;
  onUse(document: RequestDocument, files: File[]): void;
}

const fileNameOf = (title: string) => `${title.replace(/[\\/:*?"<>|\s]+/g, ' ').trim() || 'document'}.pdf`;

/** Photos are looked at before they are used. One file input serves all documents, so that one can follow another. */
export function usePhotos({ request, isComing, onUse }: Options) {
  const input = useRef<HTMLInputElement>(null);
  const wanted = useRef<Wanted | null>(null);
  const [shots, setShots] = useState<Shots | null>(null);

  const shoot = (next: Wanted) => {
    if (!input.current) return;
    wanted.current = next;
    input.current.accept = photoKindOf(next.document) ?? 'image/jpeg';
    // Directly from the press of a button: browsers refuse anything later.
    input.current.click();
  };

  const onTaken = async (files: File[]) => {
    const [file] = files;
    const { document, place } = wanted.current ?? {};
    if (!file || !document) return;
    // What is wrong with it is said where the files of the document are.
    if (!(await isShowable(file))) return onUse(document, [file]);
    setShots((before) => {
      const photos = place === 'first' ? [] : [...(before?.photos ?? [])];
      const at = typeof place === 'number' ? place : photos.length;
      photos.splice(at, 1, file);
      return { document, photos, at };
    });
  };

  /** The next document that waits for a photo. */
  const nextAfter = ({ documentNo }: RequestDocument) => {
    const owed = request.parties.flatMap(({ documents }) => inGroup(documents, 'owed'));
    const here = owed.findIndex((each) => each.documentNo === documentNo);
    return [...owed.slice(here + 1), ...owed.slice(0, Math.max(0, here))].find(
      (each) =>
        each.mandatory &&
        each.documentNo !== documentNo &&
        each.staged.length === 0 &&
        may(each, 'upload') &&
        mayPhotograph(each) &&
        !isComing(each),
    );
  };

  const finish = async ({ document, photos }: Shots) => {
    const isJoined = photos.length > 1 ? mayJoin(document) : photoKindOf(document) === undefined;
    const files = isJoined ? [await joinPhotos(photos, fileNameOf(document.documentTitle), document)] : photos;
    onUse(document, files);
  };
  const use = (next?: RequestDocument) => {
    if (!shots) return;
    setShots(null);
    if (next) shoot({ document: next, place: 'first' });
    void finish(shots);
  };

  const change = (how: (before: Shots) => Shots) => setShots((before) => before && how(before));
  return {
    input,
    onTaken,
    shots,
    next: shots ? nextAfter(shots.document) : undefined,
    take: (document: RequestDocument) => shoot({ document, place: 'first' }),
    again: () => shots && shoot({ document: shots.document, place: shots.at }),
    more: () => shots && shoot({ document: shots.document, place: 'more' }),
    use,
    /** The photo that is shown was turned or cropped. */
    replace: (photo: File) =>
      change(({ photos, ...before }) => ({
        ...before,
        photos: photos.map((each, place) => (place === before.at ? photo : each)),
      })),
    show: (at: number) => change((before) => ({ ...before, at })),
    remove: () =>
      change(({ document, photos, at }) => {
        const left = photos.filter((_, place) => place !== at);
        return { document, photos: left, at: Math.min(at, left.length - 1) };
      }),
    move: (by: -1 | 1) =>
      change(({ document, photos, at }) => {
        const moved = [...photos];
        const [photo] = moved.splice(at, 1);
        if (photo) moved.splice(at + by, 0, photo);
        return { document, photos: moved, at: at + by };
      }),
    drop: () => setShots(null),
  };
}

export type Photos = ReturnType<typeof usePhotos>;
