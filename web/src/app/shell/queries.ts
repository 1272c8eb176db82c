import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/lib/api';

/** Only what may pass by itself is tried again: no answer, or a part that is down. */
function isPassing(error: Error) {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

export const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Where there is no network it is said at once, and asked again when there is one.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && isPassing(error),
      },
      // A save that waits for the network would be stored long after the person went on; it fails at once instead.
      mutations: { networkMode: 'always' },
    },
  });
