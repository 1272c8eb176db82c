import { Button, Center, Flex, Group, Text } from '@mantine/core';
import { IconEyeOff, IconFileOff, IconHistory } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { EmptyState } from '@/components/empty-state';
import { saveFile } from '@/lib/api/transfer';
import type { DocRequest, RequestDocument, StoredFile, Version } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { type Found, isFound } from '@/shared/evidence';
import { type FileAt, originalOf } from '../../data/calls';
import { Pages } from './page-picture';
import { useLetters } from './use-review';
import { ViewerBar } from './viewer-bar';
import classes from './workbench.module.css';

interface Props {
  request: DocRequest;
  screenId: string;
  document: RequestDocument;
  version: Version | undefined;
  file: StoredFile | undefined;
  isNewest: boolean;
  isQueue: boolean;
  /** The evidence to show; another object each time it is chosen. */
  target: Found | undefined;
  isComparing: boolean;
  onCompare(): void;
  onFile(fileId: string): void;
  onNewest(): void;
}

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
const fit = zooms.indexOf(1);

/** The document, page by page. */
export function Viewer({
  request,
  screenId,
  document,
  version,
  file,
  isNewest,
  isQueue,
  target,
  isComparing,
  onCompare,
  onFile,
  onNewest,
}: Props) {
  const { t } = useTranslation();
  const [zoom, setZoom] = useState(fit);
  const [turns, setTurns] = useState(0);
  const [page, setPage] = useState(1);
  const [pages, setPages] = useState(file?.pages ?? 1);
  const scroller = useRef<HTMLElement>(null);
  const earlier = document.versions.findLast(({ versionNo }) => versionNo < (version?.versionNo ?? 0));
  const found = (document.verification.details ?? []).filter(isFound);
  const step = (by: number) => setZoom((now) => Math.min(zooms.length - 1, Math.max(0, now + by)));
  const goTo = (number: number) => {
    const wanted = Math.min(pages, Math.max(1, number));
    scroller.current?.querySelector(`[data-page="${wanted}"]`)?.scrollIntoView({ block: 'start' });
  };
  useEffect(() => {
    if (!target || target.fileId !== file?.fileId) return;
    const marks = scroller.current?.querySelectorAll<HTMLElement>('[data-mark]') ?? [];
    for (const mark of marks) {
      const isShown = mark.dataset.mark === String(target.detailNo);
      mark.toggleAttribute('data-shown', isShown);
      if (isShown) mark.scrollIntoView({ block: 'center', inline: 'center' });
    }
  }, [target, file]);
  const turn = () => setTurns((now) => (now + 1) % 4);
  useLetters({
    '+': () => step(1),
    '=': () => step(1),
    '-': () => step(-1),
    '0': () => setZoom(fit),
    t: turn,
    c: () => earlier && onCompare(),
  });
  const label = `${document.documentTitle}${file ? `: ${file.fileName}` : ''}`;
  if (!version || !file || file.purgedOn) {
    const isPurged = Boolean(file?.purgedOn);
    return (
      <Flex
        component="section"
        className={classes.viewer}
        direction="column"
        miw={0}
        bg="var(--neutral-tint)"
        aria-label={label}
      >
        <Center flex={1}>
          <EmptyState
            Icon={IconFileOff}
            title={t(isPurged ? 'ui.requests.review.purged' : 'ui.requests.review.noFile')}
            text={t(isPurged ? 'message.documentPurged' : 'ui.requests.review.noFileText')}
          />
        </Center>
      </Flex>
    );
  }
  const at = { txnRefNo: request.txnRefNo, documentNo: document.documentNo, fileId: file.fileId };
  return (
    <Flex
      component="section"
      className={classes.viewer}
      direction="column"
      miw={0}
      bg="var(--neutral-tint)"
      aria-label={label}
    >
      <ViewerBar
        at={at}
        file={file}
        files={version.files}
        page={page}
        pages={pages}
        zoom={zooms[zoom] ?? 1}
        isQueue={isQueue}
        earlier={earlier?.versionNo}
        isComparing={isComparing}
        onCompare={onCompare}
        onFile={onFile}
        onPage={goTo}
        onZoom={step}
        onTurn={turn}
      />
      <Masked at={at} file={file} document={document} screenId={screenId} />
      {!isNewest && (
        <Flex
          component="p"
          wrap="wrap"
          align="center"
          gap={8}
          m={0}
          px={16}
          py={8}
          fz="sm"
          c="var(--warn)"
          bg="var(--warn-tint)"
        >
          <IconHistory size={16} aria-hidden />
          {t('ui.requests.review.oldVersion', { version: version.versionNo })}
          <Button size="xs" variant="default" onClick={onNewest}>
            {t('ui.requests.review.toNewest')}
          </Button>
        </Flex>
      )}
      <div className={isComparing && earlier ? classes.compared : classes.single}>
        {isComparing && earlier && (
          <Earlier
            key={earlier.versionNo}
            txnRefNo={request.txnRefNo}
            documentNo={document.documentNo}
            version={earlier}
            screenId={screenId}
            zoom={zooms[zoom] ?? 1}
            turns={turns}
          />
        )}
        <section
          ref={scroller}
          // Otherwise the router would restore the scroll position of another document.
          data-scroll-restoration-id={file.fileId}
          className={`${classes.scroller} inset-focus`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          tabIndex={0}
          aria-label={t('ui.requests.review.pages')}
        >
          <Pages
            at={at}
            file={file}
            screenId={screenId}
            pages={pages}
            zoom={zooms[zoom] ?? 1}
            turns={turns}
            scroller={scroller}
            found={found.filter(({ fileId }) => fileId === file.fileId)}
            onPages={setPages}
            onPage={setPage}
          />
        </section>
      </div>
    </Flex>
  );
}

interface EarlierProps {
  txnRefNo: string;
  documentNo: number;
  version: Version;
  screenId: string;
  zoom: number;
  turns: number;
}

/** The first file of an earlier version, beside the shown one. */
function Earlier({ txnRefNo, documentNo, version, screenId, zoom, turns }: EarlierProps) {
  const { t } = useTranslation();
  const [file] = version.files;
  const [pages, setPages] = useState(file?.pages ?? 1);
  const scroller = useRef<HTMLElement>(null);
  if (!file) return null;
  const name = t('ui.requests.verification.earlier', { version: version.versionNo, name: file.fileName });
  return (
    <section className={classes.earlier} aria-label={name}>
      <Text className={looks.cut} px={16} py={4} fz="xs" c="dimmed">
        {name}
      </Text>
      <section
        ref={scroller}
        className={`${classes.scroller} inset-focus`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        aria-label={name}
      >
        <Pages
          at={{ txnRefNo, documentNo, fileId: file.fileId }}
          file={file}
          screenId={screenId}
          pages={pages}
          zoom={zoom}
          turns={turns}
          scroller={scroller}
          onPages={setPages}
          onPage={ignore}
        />
      </section>
    </section>
  );
}

const ignore = () => {};

const ActionDialog = lazy(async () => ({
  default: (await import('../../actions/action-dialog')).ActionDialog,
}));

interface MaskedProps {
  at: FileAt;
  file: StoredFile;
  document: RequestDocument;
  screenId: string;
}

/** Says that the number is covered, or was not found, and gives the original to those who may have it, for a reason. */
function Masked({ at, file, document, screenId }: MaskedProps) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  if (!file.isMasked && !file.isOriginalOnly) return null;
  return (
    <Group className={looks.lineBelow} gap={8} m={0} px={16} py={8} fz="sm">
      <IconEyeOff size={16} aria-hidden />
      {t(file.isOriginalOnly ? 'ui.requests.masked.originalOnly' : 'ui.requests.masked.covered')}
      {document.allowed.includes('original') && (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            setIsAsked(true);
            setAsks(true);
          }}
        >
          {t('ui.requests.masked.open')}
        </Button>
      )}
      {isAsked && (
        <Suspense>
          <ActionDialog
            action={asks ? 'original' : null}
            name={file.fileName}
            requests={[]}
            run={async ({ reason }) => saveFile(await originalOf(at, reason, { screenId }), file.fileName)}
            onStale={async () => {}}
            onClose={() => setAsks(false)}
          />
        </Suspense>
      )}
    </Group>
  );
}
