import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ListState, pageQuery } from '@/components/list';
import { list, type Place, send } from '@/lib/api';
import { saveFile } from '@/lib/api/transfer';
import { useAuth } from '@/lib/session';

export const kinds = ['rejected', 'documents', 'records'] as const;
export type Kind = (typeof kinds)[number];

/** How far the server looks ahead. */
export const daysAhead = 90;

/** What is destroyed on a day, counted by kind. */
export interface DueDay {
  date: string;
  kind: Kind;
  requests: number;
  documents: number;
  /** Kept by a legal hold although its day, the last of which is `date`, has passed. */
  isHeld?: boolean;
}

/** What identifies the entry of a day. */
export type DayName = Pick<DueDay, 'date' | 'kind' | 'isHeld'>;

/** One version of a document, or the record of a request. */
export interface DueItem {
  txnRefNo: string;
  customerName: string;
  documentNo: number | null;
  documentTitle: string | null;
  versionNo: number | null;
  date: string;
  owner: string;
  isHeld: boolean;
}

export interface Run {
  runId: string;
  startedOn: string;
  endedOn: string | null;
  destroyed: number;
  kept: number;
  failed: number;
  refused: string | null;
  certificateId: string | null;
}

const at = (resource: string): Place => ({ area: 'admin', resource });
export const items = at('retention/item');

/** The cache keys include the user and place: no session sees what another one fetched. */
export function useKey() {
  const { entityCode, tenantCode, userId } = useAuth();
  return ['retention', entityCode, tenantCode, userId];
}

/** The server begins with the entity's own day. */
export function useDays(screenId: string) {
  return useQuery({
    queryKey: [...useKey(), 'days'],
    queryFn: async ({ signal }) => (await list<DueDay>(at('retention'), {}, { signal, screenId })).content,
    refetchOnMount: 'always',
  });
}

export const queryOf = ({ date, kind, isHeld }: DayName) => ({ date, kind, ...(isHeld && { isHeld: 'true' }) });

export function useItems(state: ListState, day: DayName | undefined, screenId: string) {
  const { page, size } = pageQuery({ ...state, filters: {} }) as { page: number; size: number };
  const query = { page, size, ...(day && queryOf(day)) };
  return useQuery({
    queryKey: [...useKey(), 'items', query],
    enabled: day !== undefined,
    queryFn: ({ signal }) => list<DueItem>(items, query, { signal, screenId }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

export function useRuns(screenId: string) {
  const key = useKey();
  return (state: ListState) => {
    const query = pageQuery({ ...state, filters: {} });
    return {
      queryKey: [...key, 'runs', query],
      queryFn: ({ signal }: { signal: AbortSignal }) => list<Run>(at('retention/run'), query, { signal, screenId }),
    };
  };
}

/** Fetches a certificate with the session's token and saves it. */
export async function saveCertificate(certificateId: string, format: 'pdf' | 'json', screenId: string) {
  const response = await send({ ...at('retention/certificate'), query: { certificateId, format }, screenId });
  const named = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  saveFile(await response.blob(), named ?? `${certificateId}.${format}`);
}
