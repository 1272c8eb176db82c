import { lazy, Suspense } from 'react';
import type { Photos } from './use-photos';

const PhotoReview = lazy(() => import('./photo-review'));

/** The camera of a page, and the review of what it took. */
export function PhotoDesk({ photos }: { photos: Photos }) {
  return (
    <>
      <input
        ref={photos.input}
        type="file"
        hidden
        name="camera"
        capture="environment"
        onChange={({ currentTarget: input }) => {
          void photos.onTaken(Array.from(input.files ?? []));
          // The same file may be chosen again.
          input.value = '';
        }}
      />
      {photos.shots && (
        <Suspense>
          <PhotoReview photos={photos} shots={photos.shots} />
        </Suspense>
      )}
    </>
  );
}
