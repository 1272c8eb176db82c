import '@mantine/core/styles.layer.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { StepUp } from '@/features/step-up';
import { isPassing } from '@/lib/api';
import { onWaiting } from '@/lib/feedback';
import { waitAfter } from '@/lib/wake';
import { useOnLanguageChange } from '@/lib/wording';
import { watchSession } from '../watch-session';
import { createStaffRouter } from './router';

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

export const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Without a network, fail at once and refetch when the network is back.
        networkMode: 'always',
        refetchOnReconnect: true,
        // A server that was gone is asked again until it is back.
        refetchInterval: ({ state }) =>
          state.status === 'error' && isPassing(state.error) ? waitAfter(state.errorUpdateCount) : false,
        retry: (failures, error) => failures < 1 && isPassing(error),
      },
      // A save queued for the network would be stored long after the user moved on, so it fails at once.
      mutations: { networkMode: 'always' },
    },
  });

const Toasts = lazy(() => import('./toasts'));

/** The toast component loads with the first toast; until then toasts are queued. */
function ToastPlace() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => onWaiting(() => setIsWanted(true)), []);
  return <Suspense>{isWanted && <Toasts />}</Suspense>;
}
