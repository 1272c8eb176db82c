import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Job } from '@/generated/requests';
import { onBulkSend } from '@/lib/live';
import { useKeys } from '../data/use-request';
import { type BulkSendTarget, bulkSends, cancelBulkSend, startBulkSend } from './calls';

/** Should an event be lost. */
const askAgainAfter = 5_000;

const put = (jobs: Job[] | undefined, job: Job) => [job, ...(jobs ?? []).filter(({ jobId }) => jobId !== job.jobId)];

/** Requests that the user sends together: the job that runs, or the one that ended while this page was open. */
export function useBulkSend(screenId: string, enabled: boolean) {
  const keys = useKeys();
  const queries = useQueryClient();
  const queryKey = useMemo(() => [...keys.root, 'bulkSend'], [keys]);
  const [shown, setShown] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => bulkSends({ screenId, signal }),
    refetchOnMount: 'always',
    retry: false,
    enabled,
    refetchInterval: ({ state }) => (state.data?.some(({ endedOn }) => !endedOn) ? askAgainAfter : false),
  });
  const take = useCallback(
    (job: Job) => queries.setQueryData<Job[]>(queryKey, (jobs) => put(jobs, job)),
    [queries, queryKey],
  );
  useEffect(() => {
    if (!enabled) return;
    return onBulkSend((progress) => {
      if (progress) take(progress);
      else void queries.invalidateQueries({ queryKey });
      // The list shows what was sent.
      if (progress?.endedOn) void queries.invalidateQueries({ queryKey: keys.lists });
    });
  }, [enabled, keys, queries, queryKey, take]);
  const running = data?.find(({ endedOn }) => !endedOn);
  if (running && running.jobId !== shown) setShown(running.jobId);
  const start = async (target: BulkSendTarget) => {
    const job = await startBulkSend(target, { screenId });
    take(job);
    setShown(job.jobId);
    setIsOpen(true);
  };
  return {
    job: data?.find(({ jobId }) => jobId === shown),
    isOpen,
    start,
    cancel: async (jobId: string) => take(await cancelBulkSend(jobId, { screenId })),
    open: () => setIsOpen(true),
    /** An ended job is done with once its result was seen. */
    close: () => {
      setIsOpen(false);
      if (!running) setShown(null);
    },
  };
}
