import { hasCode, waitOf } from '@/lib/api';

export const place = { area: 'admin', resource: 'ruleworkbench', screenId: 'SD-ADM-025' } as const;
export const PAUSE_MS = 400;

/**
 * Seconds until another try: the server says when others have tried theirs. One user tries one draft at a time: another
 * tab may have replaced this one.
 */
const pauseOf = (error: Error) => waitOf(error) || (hasCode(error, 'trialReplaced') ? 1 : 0);

export const busy = {
  retry: (count: number, error: Error) => count < 5 && pauseOf(error) > 0,
  retryDelay: (_: number, error: Error) => pauseOf(error) * 1000,
};
