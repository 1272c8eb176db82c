import { lazy, Suspense, useEffect, useState } from 'react';
import { expired, popup, question } from '@/lib/feedback';
import { useFirstMove } from '@/lib/on-demand';
import { Spinner } from './spinner';

const tryAgainAfter = 1_000;

/** A lost network must not lose the very dialogs that tell of it, so the fetch goes on until it succeeds. */
async function load(): Promise<typeof import('./dialogs')> {
  try {
    return await import('./dialogs');
  } catch {
    await new Promise((resolve) => setTimeout(resolve, tryAgainAfter));
    return load();
  }
}
const Dialogs = lazy(load);

/** Draws what the feedback stores say. Dialogs come after the page, yet before a lost network could need them. */
export function FeedbackHost({ onExpired }: { onExpired: () => void }) {
  const wanted = [expired.use(), popup.use(), question.use()].some(Boolean);
  const [used, setUsed] = useState(false);
  useFirstMove(load);
  useEffect(() => {
    const timer = setTimeout(load, 2_000);
    return () => clearTimeout(timer);
  }, []);
  // Once drawn they stay, so that closing ones can fade out.
  if (wanted && !used) setUsed(true);
  return (
    <>
      <Spinner />
      {used && (
        <Suspense>
          <Dialogs onExpired={onExpired} />
        </Suspense>
      )}
    </>
  );
}
