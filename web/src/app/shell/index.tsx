import '@mantine/core/styles.layer.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { StepUp } from '@/features/step-up';
import { useOnLanguageChange } from '@/lib/wording';
import { watchSession } from '../watch-session';
import { createQueries } from './queries';
import { createStaffRouter } from './router';
import { ToastPlace } from './toast-place';

/** Router and query cache live as long as one session, so the next user starts with an empty cache. */
export default function Shell() {
  const [queries] = useState(createQueries);
  const [router] = useState(createStaffRouter);
  useEffect(watchSession, []);
  useOnLanguageChange(() => void queries.invalidateQueries());
  useEffect(() => () => router.history.destroy(), [router]);
  return (
    <QueryClientProvider client={queries}>
      <ToastPlace />
      <StepUp />
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
