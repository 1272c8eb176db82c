import { Button, Kbd } from '@mantine/core';
import { IconArrowLeft, IconPlayerSkipForward } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { readState } from '@/components/list';
import { toast } from '@/lib/feedback';
import type { QueueItem } from '@/lib/review-queue';
import type { ScreenInfo } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { useIsPhone } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import { type Drafts, useDrafts } from '../details/review/use-review';
import { type Queue, Workbench } from '../details/review/workbench';
import { LoadedRequest } from '../shared/loaded-request';
import { RequestHead } from '../shared/request-head';
import { address } from './address';
import classes from './queue.module.css';
import { following, type Place, usePrefetch, useWorkList } from './use-work-list';

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
    (item: Place | undefined) =>
      change({ txn: item?.txnRefNo, doc: item?.documentNo, v: undefined, f: undefined }),
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
    <Link to={screen.path} search={filters as never} className={`${classes.back} text-link row gap-4`}>
      <IconArrowLeft size={14} aria-hidden />
      {t(`screen.${screen.screenCode}`)}
    </Link>
  );
  return (
    <article className={`${classes.review} column`}>
      {back}
      <LoadedRequest key={txnRefNo} txnRefNo={txnRefNo} screenId={screen.screenCode}>
        {(request) => (
          <>
            <RequestHead request={request}>
              <p className="row m-0 text-13 muted figures" aria-live="polite">
                {items && t('ui.queue.waiting', { count: total })}
              </p>
              {next && <NextButton onNext={() => open(next)} />}
            </RequestHead>
            <Workbench request={request} screen={screen} drafts={of(drafts, txnRefNo)} queue={queue} />
          </>
        )}
      </LoadedRequest>
    </article>
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
