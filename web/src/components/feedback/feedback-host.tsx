import { lazy, Suspense, useEffect, useState } from 'react';
import { expired, popup, question } from '@/lib/feedback';
import { retryImport, usePreload } from '@/lib/on-demand';
import { Spinner } from './spinner';

/** A lost network must not lose the very dialogs that tell of it. */
const load = () => retryImport(() => import('./dialogs'));
const Dialogs = lazy(load);

/** Even a slow machine has its page by then, and dialogs do not compete with it. A person's first move is earlier. */
const afterPage = 5_000;

/** Draws what the feedback stores say. Dialogs come after the page, yet before a lost network could need them. */
export function FeedbackHost({ onExpired }: { onExpired: () => void }) {
  const wanted = [expired.use(), popup.use(), question.use()].some(Boolean);
  const [used, setUsed] = useState(false);
  usePreload(load);
  useEffect(() => {
    const timer = setTimeout(load, afterPage);
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
