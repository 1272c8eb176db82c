import type { Month } from '@/components/monthly-chart';
import type { Renewal } from '@/generated/requests';
import { call, list } from '@/lib/api';
import type { RequestStatus } from '@/lib/requests';

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
