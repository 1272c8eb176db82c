import { Box, Flex, NativeSelect, Text } from '@mantine/core';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconFiles,
  IconLoader2,
} from '@tabler/icons-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { EmptyState } from '@/components/empty-state';
import type { DocRequest, RequestDocument } from '@/lib/requests';
import type { ScreenInfo } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { EvidenceLines, type Found } from '@/shared/evidence';
import { RequestStatus } from '@/shared/request-status';
import { nameOf, owingOf } from '../../model/owing';
import { DecisionPanel } from './decision-panel';
import { Remarks } from './remarks';
import { type Drafts, type Item, isMine, nextMine, useReview } from './use-review';
import { Versions } from './versions';
import { Viewer } from './viewer';
import classes from './workbench.module.css';

/** Height of the sticky bar plus some space: 'scroll-margin-top' of the workbench. */
const bar = 64;

/** The queue that the shown document belongs to. */
export interface Queue {
  next: (() => void) | undefined;
  /** The user or somebody else has decided the document. */
  decided(document: RequestDocument): void;
  undone(documentNo: number): void;
}

interface Props {
  request: DocRequest;
  screen: ScreenInfo;
  drafts: Drafts;
  queue?: Queue;
}

/** Documents, viewer and decision: side by side, stacked on phones. */
export function Workbench({ request, screen, drafts, queue }: Props) {
  const { t } = useTranslation();
  const review = useReview(request);
  const { item, version, file, isNewest } = review.shown;
  const [target, setTarget] = useState<Found>();
  const [isComparing, setIsComparing] = useState(false);
  const bench = useFromTop(item?.document.documentNo);
  const keepFocus = useFocusOn(bench, request, item?.document.documentNo, queue !== undefined);
  if (!item) {
    return <EmptyState Icon={IconFiles} words="ui.requests.review.none" />;
  }
  const { documentNo } = item.document;
  const shared = { request, screenId: screen.screenCode, document: item.document };
  return (
    <Box className={`${classes.bench} ${looks.card}`} mt={16} ref={bench}>
      <DocumentList items={review.items} shown={documentNo} request={request} onShow={review.show} />
      <Viewer
        key={file?.fileId ?? documentNo}
        {...shared}
        version={version}
        file={file}
        isNewest={isNewest}
        isQueue={queue !== undefined}
        target={target}
        isComparing={isComparing}
        onCompare={() => setIsComparing((now) => !now)}
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
          onStep={review.step}
          onNext={queue?.next}
          onDecided={(record, verdict) => {
            keepFocus();
            if (verdict === 'undo') return;
            if (queue) return queue.decided(item.document);
            const next = nextMine(record, documentNo);
            if (next !== undefined) review.show(next);
          }}
          onLost={queue && (() => queue.decided(item.document))}
          onUndone={() => (queue ? queue.undone(documentNo) : review.show(documentNo))}
        />
        {isNewest && (
          <EvidenceList
            document={item.document}
            onShow={(found) => {
              if (found.fileId !== file?.fileId) review.showFile(documentNo, found.fileId);
              setTarget({ ...found });
            }}
          />
        )}
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
    </Box>
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
function useFocusOn(
  bench: RefObject<HTMLDivElement | null>,
  request: DocRequest,
  documentNo: number | undefined,
  /** In a queue the decision before may have been about another request. */
  isQueue: boolean,
) {
  const isDecided = useRef(isQueue);
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

interface DocumentListProps {
  items: Item[];
  shown: number;
  request: DocRequest;
  onShow(documentNo: number): void;
}

/** All documents by party; a select on phones, to keep the document in view. */
export function DocumentList({ items, shown, request, onShow }: DocumentListProps) {
  const { t } = useTranslation();
  const mine = items.filter(({ document }) => isMine(document)).length;
  const isEmpty = items.every(({ document }) => document.versions.length === 0);
  const groups = owingOf(request).filter(({ party }) => party.documents.length > 0);
  return (
    <nav className={classes.list} aria-label={t('ui.requests.tab.documents')}>
      <Text className={classes.todo} fz="sm" fw={500} data-none={mine === 0 || undefined} aria-live="polite">
        {isEmpty ? t('ui.requests.review.nothingYet') : t('ui.requests.review.mine', { count: mine })}
      </Text>
      <div className={classes.choice}>
        <NativeSelect
          aria-label={t('ui.requests.review.choose')}
          value={String(shown)}
          onChange={(event) => onShow(Number(event.currentTarget.value))}
        >
          {groups.map(({ party }) => (
            <optgroup key={party.partySeqNo} label={nameOf(party)}>
              {party.documents.map((document) => (
                <option key={document.documentNo} value={document.documentNo}>
                  {`${document.documentTitle} · ${t(`status.${document.status}`)}`}
                </option>
              ))}
            </optgroup>
          ))}
        </NativeSelect>
      </div>
      <div className={classes.groups}>
        {groups.map(({ party }) => (
          <section key={party.partySeqNo}>
            <Box component="h3" className={looks.break} mt={8} mx={16} mb={4} fz="xs" fw={500} c="dimmed">
              {nameOf(party)}
            </Box>
            <Box component="ul" className={looks.noBullets} m={0} px={8}>
              {party.documents.map((document) => (
                <li key={document.documentNo}>
                  <Entry
                    item={{ party, document }}
                    isShown={document.documentNo === shown}
                    onShow={() => onShow(document.documentNo)}
                  />
                </li>
              ))}
            </Box>
          </section>
        ))}
      </div>
    </nav>
  );
}

function Entry({ item, isShown, onShow }: { item: Item; isShown: boolean; onShow(): void }) {
  const { t } = useTranslation();
  const { document } = item;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isShown) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <button
      ref={button}
      type="button"
      className={`inset-focus ${classes.entry} ${looks.plainButton}`}
      aria-current={isShown || undefined}
      data-mine={isMine(document) || undefined}
      onClick={onShow}
    >
      <span className={`${classes.entryTitle} ${looks.break}`}>
        {document.documentTitle}
        {!document.mandatory && (
          <Box component="span" className={`${classes.soft} ${looks.break}`} m={0} fz="xs" fw={400} c="dimmed">
            {' '}
            {t('ui.requests.optional')}
          </Box>
        )}
      </span>
      <RequestStatus value={document.status} />
    </button>
  );
}

const icons = {
  Waiting: IconLoader2,
  Pass: IconCircleCheckFilled,
  Fail: IconCircleXFilled,
  Unreadable: IconAlertTriangleFilled,
};

const tones = { Waiting: 'dimmed', Pass: 'var(--ok)', Fail: 'var(--bad)', Unreadable: undefined };

interface EvidenceListProps {
  document: RequestDocument;
  onShow(found: Found): void;
}

/** The verdict of the automatic verification, and what each line of the rule found. */
function EvidenceList({ document, onShow }: EvidenceListProps) {
  const { t } = useTranslation();
  const { verdict, details = [] } = document.verification;
  if (verdict === 'None') return null;
  const Icon = icons[verdict];
  return (
    <Box component="section" className={looks.lineAbove} p={16} aria-label={t('ui.requests.verification.title')}>
      <Text component="h3" mb={8} fz="sm" fw={600}>
        {t('ui.requests.verification.title')}
      </Text>
      <Flex component="p" c={tones[verdict]} align="center" gap={8} m={0} fz="sm" fw={500} role="status">
        <Icon size={16} aria-hidden />
        {t(`ui.requests.verification.verdict.${verdict}`)}
      </Flex>
      <Text mb={8} fz="xs" c="dimmed">
        {t(`ui.requests.verification.about.${verdict}`, {
          count: details.length,
          failed: details.filter(({ isMatched }) => !isMatched).length,
        })}
      </Text>
      <EvidenceLines details={details} onShow={onShow} />
    </Box>
  );
}
