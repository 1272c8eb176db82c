import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Page } from '@/lib/api';
import { findRequest } from '@/lib/requests';
import { type QueueItem, queueOf, queueScreen, useQueueKey } from '@/lib/review-queue';
import { previewOf } from '../data/calls';
import { previewKey, useKeys } from '../data/use-request';
import { documentsOf, newestOf } from '../model/owing';

export type Place = Pick<QueueItem, 'txnRefNo' | 'documentNo'>;

export const isAt = (one: Place, other: Place) =>
  one.txnRefNo === other.txnRefNo && one.documentNo === other.documentNo;

/** Enough to work on for hours; it is renewed with every decision. */
const most = 100;

/** The documents ahead of the reviewer, in the order of the queue. */
export function useWorkList(filters: Record<string, string>) {
  const key = useQueueKey();
  const queries = useQueryClient();
  const { data, isFetched } = useQuery({
    queryKey: [...key, 'work', filters],
    queryFn: ({ signal }) => queueOf({ ...filters, page: 0, size: most }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  /** A decided document leaves the queue at once, everywhere it is shown. */
  const drop = useCallback(
    (place: Place) =>
      queries.setQueriesData<Page<QueueItem>>({ queryKey: key }, (page) => {
        if (!page) return page;
        const content = page.content.filter((item) => !isAt(item, place));
        return { ...page, content, totalElements: Math.max(0, page.totalElements - 1) };
      }),
    [queries, key],
  );
  return { items: data?.content, total: data?.totalElements ?? 0, isFetched, drop };
}

/** The next document: after this one, or after the last of the same request, then from the start. */
export function following(items: QueueItem[], place: Place): QueueItem | undefined {
  const exact = items.findIndex((item) => isAt(item, place));
  const at = exact >= 0 ? exact : items.findLastIndex(({ txnRefNo }) => txnRefNo === place.txnRefNo);
  const others = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return others.find((item) => !isAt(item, place));
}

/** Fetches the next request and the first page of its document ahead. */
export function usePrefetch(next: QueueItem | undefined) {
  const keys = useKeys();
  const queries = useQueryClient();
  const { txnRefNo, documentNo } = next ?? {};
  useEffect(() => {
    if (txnRefNo === undefined || documentNo === undefined) return;
    const manner = { screenId: queueScreen, quiet: true };
    const fetchAhead = async () => {
      const record = await queries.fetchQuery({
        queryKey: [...keys.of(txnRefNo), 'record'],
        queryFn: ({ signal }) => findRequest(txnRefNo, { ...manner, signal }),
        staleTime: 30_000,
      });
      const item = documentsOf(record).find(({ document }) => document.documentNo === documentNo);
      const file = item && newestOf(item.document)?.files[0];
      if (!file) return;
      const at = { txnRefNo, documentNo, fileId: file.fileId };
      await queries.prefetchQuery({
        queryKey: previewKey(keys, at, file, 1),
        queryFn: ({ signal }) => previewOf(at, 1, { ...manner, signal }),
        staleTime: Number.POSITIVE_INFINITY,
      });
    };
    // Opening it fetches again and shows what went wrong.
    fetchAhead().catch(() => undefined);
  }, [queries, keys, txnRefNo, documentNo]);
}
