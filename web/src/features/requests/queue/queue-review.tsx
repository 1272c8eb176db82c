import { Button, Flex, Kbd } from '@mantine/core';
import { IconArrowLeft, IconPlayerSkipForward } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { readState } from '@/components/list';
import type { Page } from '@/lib/api';
import { toast } from '@/lib/feedback';
import { findRequest } from '@/lib/requests';
import { type QueueItem, queueOf, queueScreen, useQueueKey } from '@/lib/review-queue';
import type { ScreenInfo } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useUrlState } from '@/lib/url-state';
import { useIsPhone } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import { previewOf } from '../data/calls';
import { previewKey, useKeys } from '../data/use-request';
import { type Drafts, useDrafts } from '../details/review/use-review';
import { type Queue, Workbench } from '../details/review/workbench';
import { documentsOf, newestOf } from '../model/owing';
import { LoadedRequest, RequestHead } from '../shared/loaded-request';
import classes from './queue.module.css';
import { address } from './queue-list';

interface Props {
  screen: ScreenInfo;
  txnRefNo: string;
  /** Without it, the first document of the request that waits for the user. */
  doc: string | undefined;
}

/** One document of the queue; a decision leads to the next. */
export function QueueReview({ screen, txnRefNo, doc }: Props) {
  const { t } = useTranslation();
  const [search, change] = useUrlState();
  const filters = useMemo(() => readState(search, address).filters, [search]);
  const { items, total, isFetched, drop } = useWorkList(filters);
  const drafts = useDrafts();
  const place = useMemo(() => ({ txnRefNo, documentNo: Number(doc) }), [txnRefNo, doc]);
  const next = items && following(items, place);
  usePrefetch(next);
  const open = useCallback(
    (item: Place | undefined) => change({ txn: item?.txnRefNo, doc: item?.documentNo, v: undefined, f: undefined }),
    [change],
  );
  useStart(isFetched && !doc, items, txnRefNo, open);
  const queue: Queue = {
    next: next && (() => open(next)),
    decided: (document) => {
      const decided = { txnRefNo, documentNo: document.documentNo };
      const after = items && following(items, decided);
      drop(decided);
      open(after);
    },
    undone: (documentNo) => open({ txnRefNo, documentNo }),
  };
  const back = (
    <Link to={screen.path} search={filters as never} className={`${classes.back} ${looks.textLink}`}>
      <IconArrowLeft size={14} aria-hidden />
      {t(`screen.${screen.screenCode}`)}
    </Link>
  );
  return (
    <Flex component="article" className={classes.review} direction="column">
      {back}
      <LoadedRequest key={txnRefNo} txnRefNo={txnRefNo} screenId={screen.screenCode}>
        {(request) => (
          <>
            <RequestHead request={request}>
              <Flex component="p" className={looks.figures} align="center" m={0} fz="sm" c="dimmed" aria-live="polite">
                {items && t('ui.queue.waiting', { count: total })}
              </Flex>
              {next && <NextButton onNext={() => open(next)} />}
            </RequestHead>
            <Workbench request={request} screen={screen} drafts={of(drafts, txnRefNo)} queue={queue} />
          </>
        )}
      </LoadedRequest>
    </Flex>
  );
}

function NextButton({ onNext }: { onNext(): void }) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerSkipForward size={16} aria-hidden />}
      rightSection={isPhone ? undefined : <Kbd size="xs">N</Kbd>}
      aria-keyshortcuts="n"
      onClick={onNext}
    >
      {t('ui.queue.next')}
    </Button>
  );
}

/** Unsent text of several requests: documents of two requests have the same numbers. */
const of = (drafts: Drafts, txnRefNo: string): Drafts => ({
  of: (documentNo) => drafts.of(`${txnRefNo} ${documentNo}`),
  keep: (documentNo, patch) => drafts.keep(`${txnRefNo} ${documentNo}`, patch),
});

/** A link to a request leads to its first document that waits, or back to the list with a word about it. */
function useStart(
  isAsked: boolean,
  items: QueueItem[] | undefined,
  txnRefNo: string,
  open: (item: Place | undefined) => void,
) {
  const { t } = useTranslation();
  const isDone = useRef(false);
  useEffect(() => {
    if (!isAsked || !items || isDone.current) return;
    isDone.current = true;
    const first = items.find((item) => item.txnRefNo === txnRefNo);
    if (!first) toast(t('ui.queue.nothing', { name: txnRefNo }), 'info');
    open(first);
  }, [isAsked, items, txnRefNo, open, t]);
}

type Place = Pick<QueueItem, 'txnRefNo' | 'documentNo'>;

const isAt = (one: Place, other: Place) => one.txnRefNo === other.txnRefNo && one.documentNo === other.documentNo;

/** Enough to work on for hours; it is renewed with every decision. */
const most = 100;

/** The documents ahead of the reviewer, in the order of the queue. */
function useWorkList(filters: Record<string, string>) {
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
function usePrefetch(next: QueueItem | undefined) {
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
