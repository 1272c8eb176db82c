import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Renewal } from '@/generated/requests';
import { call, list } from '@/lib/api';
import { onRequestChange } from '@/lib/live';
import type { RequestStatus } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import type { Month } from '@/shared/monthly-chart';

export type { Renewal };

export interface ScheduleEntry {
  kind: 'due' | 'expiry' | 'meeting';
  /** A date, or the start time of a meeting. */
  at: string;
  txnRefNo: string;
  customerName: string | null;
  subject: string | null;
}

export interface Figures {
  /** Null when the figures cover all tenants of the caller. */
  tenantCode: string;
  tenants: { tenantCode: string; tenantName: string }[];
  totalCustomers: number;
  todaysSchedule: ScheduleEntry[];
  scheduleToday: number;
  meetingsToday: number;
  totalRequested: number;
  totalAccepted: number;
  totalPending: number;
  totalRejected: number;
  totalNotRequired?: number;
  byStatus: { status: RequestStatus; requests: number }[];
  monthly: Month[];
}

const at = (resource: string) => ({ area: 'transaction', resource }) as const;

export async function figuresOf(tenantCode: string | undefined, signal: AbortSignal): Promise<Figures> {
  const query = { tenantCode };
  const { data } = await call<Figures>({ ...at('dashboard'), query, signal, failure: 'inline' });
  return data.record as Figures;
}

export const renewalPage = 10;

export const renewalsAt = (page: number, signal: AbortSignal) =>
  list<Renewal>(at('compliance'), { page, size: renewalPage }, { signal, quiet: true });

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
