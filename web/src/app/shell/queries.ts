import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/lib/api';

/** Retry only errors that may resolve by themselves: no answer, or a service that is down. */
function isPassing(error: Error) {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
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
        retry: (failures, error) => failures < 1 && isPassing(error),
      },
      // A save queued for the network would be stored long after the user moved on, so it fails at once.
      mutations: { networkMode: 'always' },
    },
  });
