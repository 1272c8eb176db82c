import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Renewal } from '@/generated/requests';
import { call, list, type Manner } from '@/lib/api';
import { renewing, useLiveQueries } from '@/lib/live-queries';
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
  totalNotRequired: number;
  totalInReview: number;
  byStatus: { status: RequestStatus; requests: number }[];
  monthly: Month[];
}

export const stages = ['created', 'sent', 'received', 'approved'] as const;

/** How long requests take, and how long documents wait for a review. */
export interface Pace {
  /** Requests that were closed in this number of days count. */
  days: number;
  closed: number;
  /** Only the newest of them were looked at. */
  isOfNewest: boolean;
  /** How many came as far, and the median time since the stage before. */
  stages: { stage: (typeof stages)[number]; requests: number; medianHours: number | null }[];
  /** From the creation to the approval. */
  medianHours: number | null;
  /** Waiting documents by their age in days. */
  waiting: { from: number; to: number | null; documents: number }[];
  /** Only the first ones by due date were looked at. */
  isOfFirst: boolean;
}

const at = (resource: string) => ({ area: 'transaction', resource }) as const;

async function figuresOf(tenantCode: string | undefined, manner: Manner): Promise<Figures> {
  const query = { tenantCode };
  const { data } = await call<Figures>({ ...at('dashboard'), query, ...manner, failure: 'inline' });
  return data.record as Figures;
}

async function paceOf(tenantCode: string | undefined, manner: Manner): Promise<Pace> {
  const { data } = await call<Pace>({ ...at('dashboard/pace'), query: { tenantCode }, ...manner, failure: 'inline' });
  return data.record as Pace;
}

const renewalPage = 10;

const renewalsAt = (page: number, tenantCode: string | undefined, signal: AbortSignal) =>
  list<Renewal>(at('compliance'), { page, size: renewalPage, tenantCode }, { signal, quiet: true });

/** The figures of a tenant, kept current by live events. */
export function useFigures(tenantCode: string | undefined) {
  const { entityCode, userId, tenantCode: own, branchCode } = useAuth();
  useLiveQueries(['dashboard']);
  return useQuery({
    queryKey: ['dashboard', entityCode, userId, own, branchCode, tenantCode ?? ''],
    queryFn: (context) => figuresOf(tenantCode, renewing(context)),
    placeholderData: keepPreviousData,
  });
}

export function usePace(tenantCode: string | undefined) {
  const { entityCode, userId, tenantCode: own, branchCode } = useAuth();
  return useQuery({
    queryKey: ['dashboard', 'pace', entityCode, userId, own, branchCode, tenantCode ?? ''],
    queryFn: ({ signal }) => paceOf(tenantCode, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** Documents of a tenant to renew, nearest date first. */
export function useRenewals(tenantCode: string | undefined) {
  const { entityCode, userId, tenantCode: own } = useAuth();
  return useInfiniteQuery({
    queryKey: ['dashboard', 'renewals', entityCode, userId, own, tenantCode ?? ''],
    queryFn: ({ signal, pageParam }) => renewalsAt(pageParam, tenantCode, signal),
    initialPageParam: 0,
    getNextPageParam: ({ content }, pages) => (content.length < renewalPage ? undefined : pages.length),
  });
}
