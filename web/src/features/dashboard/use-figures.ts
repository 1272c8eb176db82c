import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onRequestChange } from '@/lib/live';
import { useAuth } from '@/lib/session';
import { figuresOf, renewalPage, renewalsAt } from './calls';

/** Changes come in bursts; refetch the figures once per burst. */
const settleMs = 1_500;

/** The figures of a tenant, kept current by live events. */
export function useFigures(tenantCode: string | undefined) {
  const { entityCode, userId, tenantCode: own, branchCode } = useAuth();
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onRequestChange(() => {
      clearTimeout(timer);
      timer = setTimeout(() => client.invalidateQueries({ queryKey: ['dashboard'] }), settleMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
  return useQuery({
    queryKey: ['dashboard', entityCode, userId, own, branchCode, tenantCode ?? ''],
    queryFn: ({ signal }) => figuresOf(tenantCode, signal),
    placeholderData: keepPreviousData,
  });
}

/** Documents to renew, nearest date first. */
export function useRenewals() {
  const { entityCode, userId, tenantCode } = useAuth();
  return useInfiniteQuery({
    queryKey: ['dashboard', 'renewals', entityCode, userId, tenantCode],
    queryFn: ({ signal, pageParam }) => renewalsAt(pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ content }, pages) => (content.length < renewalPage ? undefined : pages.length),
  });
}
