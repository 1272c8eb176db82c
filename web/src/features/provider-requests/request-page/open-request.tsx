import { Box, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage } from '@/components/form';
import { confirm } from '@/lib/feedback';
import type { DocRequest, Party, Remark, RequestDocument } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import {
  DocumentCards,
  documentsIn,
  type Group,
  groups,
  inGroup,
  may,
  nameOf,
  PhotoDesk,
  RemarkField,
  RemarkThread,
  SubmitBar,
  type Upload,
  UploadStatus,
  useUpload,
} from '@/shared/document-upload';
import { ContinueOnPhone } from './continue-on-phone';
import { outcomeOf, ownersIn } from './person';
import { People } from './person-form';
import { Receipt } from './receipt';
import { Claim, RequestHead } from './request-head';
import classes from './request-page.module.css';

interface Props {
  request: DocRequest;
  remarks: Remark[];
  onChange(change: (before: DocRequest) => DocRequest): void;
  onRemarked(): void;
}

/** Result of the last Submit: the documents, or none when the request had changed. */
interface Outcome {
  documents: RequestDocument[] | null;
}

export function OpenRequest({ request, remarks, onChange, onRemarked }: Props) {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  const [times, setTimes] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const upload = useUpload({
    screenCode: 'SD-CUS-001',
    request,
    onChange,
    onSubmitted: (documents) => {
      setTimes((before) => before + 1);
      setOutcome({ documents });
    },
    onStale: () => setOutcome({ documents: null }),
    onRemarked,
  });
  useStay(upload.transfers.hasUnsent);
  const mayRemark = request.parties.some(({ documents }) => documents.some((each) => may(each, 'remark')));
  const about = remarks.filter(({ documentNo }) => documentNo === 0);
  if (outcome?.documents?.length) {
    return <Receipt request={request} documents={outcome.documents} onClose={() => setOutcome(null)} />;
  }
  return (
    <>
      {outcome && <OutcomeNote outcome={outcome} />}
      <RequestHead request={request} />
      {documentsIn(request).some((document) => may(document, 'upload')) && (
        <ContinueOnPhone txnRefNo={request.txnRefNo} />
      )}
      {/* Submitted documents collapse; the next open one expands. */}
      <Documents key={`documents ${times}`} request={request} remarks={remarks} upload={upload} onChange={onChange} />
      {(about.length > 0 || mayRemark) && (
        <Box component="section" mb={28}>
          <Text component="h2" mb={8} fz="lg" fw={600}>
            {t('ui.upload.remarks')}
          </Text>
          <Stack className={looks.card} gap={16} p={16}>
            <RemarkThread remarks={about} />
            {mayRemark && (
              <RemarkField
                documentNo={0}
                label={t('ui.provider.remarkAll', { entity })}
                hint={upload.maySubmit ? t('ui.upload.remarkHint') : undefined}
                upload={upload}
              />
            )}
          </Stack>
        </Box>
      )}
      <People request={request} onChange={onChange} />
      <PhotoDesk photos={upload.photos} />
      <UploadStatus upload={upload} />
      <SubmitBar upload={upload} isWide />
    </>
  );
}

/** The focused bar may be gone; the result is announced at the top of the page. */
function OutcomeNote({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces every outcome, even a repeated one
  useEffect(() => {
    place.current?.focus();
    window.scrollTo(0, 0);
  }, [outcome]);
  return (
    <Box ref={place} tabIndex={-1} className={classes.thanks} mb={20}>
      {outcome.documents === null ? (
        <FormMessage tone="info">{t('ui.upload.stale')}</FormMessage>
      ) : (
        <FormMessage tone="ok">{t('ui.provider.remarkSent', { entity })}</FormMessage>
      )}
    </Box>
  );
}

interface DocumentsProps {
  request: DocRequest;
  remarks: Remark[];
  upload: Upload;
  onChange(change: (before: DocRequest) => DocRequest): void;
}

/** The first document that waits for a file is open; the others are collapsed. */
function firstOwed(request: DocRequest) {
  const owed = request.parties
    .flatMap(({ documents }) => inGroup(documents, 'owed'))
    .filter((document) => may(document, 'upload'));
  return (owed.find(({ staged }) => staged.length === 0) ?? owed[0])?.documentNo;
}

/** An optional document is still welcome. */
const isNeeded = (group: Group | 'all', some: RequestDocument[]) =>
  group !== 'owed' || some.some(({ mandatory }) => mandatory);

/** Documents by whose turn it is, and by party where the reader acts for several. */
function Documents({ request, remarks, upload, onChange }: DocumentsProps) {
  const { t } = useTranslation();
  const { displayName: entity, userId } = useAuth();
  const [open, setOpen] = useState<Record<number, boolean>>(() => {
    const first = firstOwed(request);
    return first === undefined ? {} : { [first]: true };
  });
  useNextDocument(request, upload, (documentNo) => setOpen((before) => ({ ...before, [documentNo]: true })));
  const { owners, isNamed } = ownersIn(request, userId);
  const [claimed, setClaimed] = useState<RequestDocument>();
  useEffect(() => {
    // The focused form is gone, and the card moved.
    const place = claimed && `[data-document="${claimed.documentNo}"] button`;
    if (place) document.querySelector<HTMLElement>(place)?.focus();
  }, [claimed]);

  const claim = (document: RequestDocument) => (
    <Claim
      request={request}
      document={document}
      onClaimed={(record) => {
        onChange((before) => ({ ...before, ...record }));
        setClaimed(document);
      }}
    />
  );
  const section = (party: Party, group: Group | 'all') => {
    const some = group === 'all' ? party.documents : inGroup(party.documents, group);
    if (some.length === 0) return null;
    return (
      <Box key={`${party.partySeqNo} ${group}`} component="section" mb={28}>
        <Text component="h2" mb={8} fz="lg" fw={600}>
          {t(`ui.provider.group.${isNeeded(group, some) ? group : 'optional'}`, { entity })}
          {isNamed && (
            <Box component="span" fw={400} c="dimmed">
              {' '}
              · {nameOf(party)}
            </Box>
          )}
        </Text>
        <DocumentCards documents={some} remarks={remarks} upload={upload} open={open} onOpen={setOpen} more={claim} />
      </Box>
    );
  };
  // Closed requests need nothing more.
  const shown = outcomeOf(request) ? (['all'] as const) : groups;
  return shown.flatMap((group) => owners.map((party) => section(party, group)));
}

/** Moves on only from the document the reader is at, or from one whose button has gone. */
function isReaderAt(documentNo: number) {
  const active = document.activeElement;
  return active === document.body || (active?.closest(`[data-document="${documentNo}"]`) ?? null) !== null;
}

/** The first button that is shown: not every device has the one for the camera. */
function goTo(selector: string) {
  for (const button of document.querySelectorAll<HTMLElement>(selector)) {
    button.focus({ preventScroll: true });
    if (document.activeElement !== button) continue;
    return button.closest('[data-document]')?.scrollIntoView({ block: 'center' });
  }
}

/** A document that receives a file opens the next one that waits for one; after the last comes Submit. */
function useNextDocument(request: DocRequest, upload: Upload, onOpen: (documentNo: number) => void) {
  const owed = request.parties
    .flatMap(({ documents }) => inGroup(documents, 'owed'))
    .filter((document) => may(document, 'upload'));
  const { transfers } = upload.transfers;
  const isTouched = (documentNo: number) => transfers.some((each) => each.documentNo === documentNo);
  const isStarted = (documentNo: number) =>
    transfers.some((each) => each.documentNo === documentNo && each.state !== 'failed');
  const started = owed
    .filter(({ documentNo, staged }) => staged.length > 0 || isStarted(documentNo))
    .map(({ documentNo }) => documentNo);
  const before = useRef(started);
  /** Where the reader goes once it is on the page. */
  const [target, setTarget] = useState<{ selector: string }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a document begins to receive files
  useEffect(() => {
    const from = started.filter((documentNo) => !before.current.includes(documentNo)).at(-1);
    before.current = started;
    if (from === undefined || !isReaderAt(from)) return;
    const at = owed.findIndex(({ documentNo }) => documentNo === from);
    const inOrder = [...owed.slice(at + 1), ...owed.slice(0, at)];
    const next = inOrder.find(({ documentNo, staged }) => staged.length === 0 && !isTouched(documentNo));
    if (next) onOpen(next.documentNo);
    setTarget({ selector: next ? `[data-document="${next.documentNo}"] [data-choose]` : '[data-submit]' });
  }, [started.join()]);
  useEffect(() => {
    if (target) goTo(target.selector);
  }, [target]);
}

/** Asks before running uploads are lost by closing the tab or following a link. */
function useStay(isBusy: boolean) {
  useEffect(() => {
    if (!isBusy) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = async (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[href^="/"]');
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      if (!(await confirm('discard'))) return;
      stop();
      link.click();
    };
    const stop = () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return stop;
  }, [isBusy]);
}
