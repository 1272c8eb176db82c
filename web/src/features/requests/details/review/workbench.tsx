import { IconFiles } from '@tabler/icons-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { EmptyState } from '@/components/empty-state';
import type { DocRequest } from '@/lib/requests';
import type { ScreenInfo } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { DecisionPanel } from './decision-panel';
import { DocumentList } from './document-list';
import type { Drafts } from './drafts';
import { Remarks } from './remarks';
import { useReview } from './use-review';
import { Versions } from './versions';
import { Viewer } from './viewer';
import classes from './workbench.module.css';

/** Height of the sticky bar plus some space: 'scroll-margin-top' of the workbench. */
const bar = 64;

interface Props {
  request: DocRequest;
  screen: ScreenInfo;
  drafts: Drafts;
}

/** Documents, viewer and decision: side by side, stacked on phones. */
export function Workbench({ request, screen, drafts }: Props) {
  const { t } = useTranslation();
  const review = useReview(request);
  const { item, version, file, isNewest } = review.shown;
  const bench = useFromTop(item?.document.documentNo);
  const onDecided = useFocusOn(bench, request, item?.document.documentNo);
  if (!item) {
    return (
      <EmptyState
        icon={<IconFiles size={24} stroke={1.75} aria-hidden />}
        title={t('ui.requests.review.none')}
        text={t('ui.requests.review.noneText')}
      />
    );
  }
  const { documentNo } = item.document;
  const shared = { request, screenId: screen.screenCode, document: item.document };
  return (
    <div className={`${classes.bench} grid mt-16 card`} ref={bench}>
      <DocumentList items={review.items} shown={documentNo} request={request} onShow={review.show} />
      <Viewer
        key={file?.fileId ?? documentNo}
        {...shared}
        version={version}
        file={file}
        isNewest={isNewest}
        onFile={(fileId) => review.showFile(documentNo, fileId)}
        onNewest={() => review.showVersion(documentNo, undefined)}
      />
      <aside className={classes.side} aria-label={t('ui.requests.review.decision')}>
        <DecisionPanel
          key={documentNo}
          {...shared}
          isNewest={isNewest}
          draft={drafts.of(documentNo)}
          onDraft={(draft) => drafts.keep(documentNo, draft)}
          onShow={review.show}
          onStep={review.step}
          onDecided={onDecided}
        />
        <Versions
          document={item.document}
          request={request}
          shown={version?.versionNo}
          onShow={(versionNo) => review.showVersion(documentNo, versionNo)}
        />
        <Remarks
          key={`remarks ${documentNo}`}
          {...shared}
          documentNo={documentNo}
          mayWrite={item.document.allowed.includes('remark')}
          typed={drafts.of(documentNo).said}
          onTyped={(said) => drafts.keep(documentNo, { said })}
        />
      </aside>
    </div>
  );
}

/** Another document starts at its top: scroll there before it renders. */
function useFromTop(documentNo: number | undefined) {
  const bench = useRef<HTMLDivElement>(null);
  const last = useRef(documentNo);
  useLayoutEffect(() => {
    if (last.current === documentNo) return;
    last.current = documentNo;
    const top = bench.current?.getBoundingClientRect().top;
    if (top !== undefined && top < bar) bench.current?.scrollIntoView();
  }, [documentNo]);
  return bench;
}

/** The decision's button is removed with it: the focus moves to the title of the next document. */
function useFocusOn(bench: RefObject<HTMLDivElement | null>, request: DocRequest, documentNo?: number) {
  const isDecided = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is shown
  useEffect(() => {
    if (!isDecided.current || document.activeElement !== document.body) return;
    bench.current?.querySelector<HTMLElement>('aside h2')?.focus({ preventScroll: true });
  }, [request, documentNo]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset for another document
  useEffect(() => {
    isDecided.current = false;
  }, [documentNo]);
  return () => {
    isDecided.current = true;
  };
}
