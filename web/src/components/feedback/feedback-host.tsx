import { Box } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { expired, idleEnd, popup, question, spinner } from '@/lib/feedback';
import { retryImport, usePreload } from '@/lib/on-demand';
import classes from './feedback.module.css';

/** Losing the network must not lose the dialogs that report it. */
const load = () => retryImport(() => import('./dialogs'));
const Dialogs = lazy(load);

/** By then even a slow machine has rendered the page, so dialogs do not compete with it. User input loads them earlier. */
const afterPage = 5_000;

/** Renders the feedback stores. Dialogs load after the page, but before a network loss could need them. */
export function FeedbackHost({ onExpired }: { onExpired: () => void }) {
  const wanted = [expired.use(), popup.use(), question.use(), idleEnd.use()].some(Boolean);
  const [used, setUsed] = useState(false);
  usePreload(load);
  useEffect(() => {
    const timer = setTimeout(load, afterPage);
    return () => clearTimeout(timer);
  }, []);
  // Stay mounted, so that closing dialogs can fade out.
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

/** Full screen, but takes no focus: typing continues. */
function Spinner() {
  const shown = spinner.use();
  const { t } = useTranslation();
  return (
    <div role="status" aria-live="polite">
      {shown && (
        <div className={classes.screen}>
          <span className={classes.ring} aria-hidden />
          <Box component="span" fz="sm" c="dimmed">
            {t('ui.feedback.spinner')}
          </Box>
        </div>
      )}
    </div>
  );
}
