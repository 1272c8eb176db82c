import { Box, Flex, Text } from '@mantine/core';
import {
  IconAlertCircleFilled,
  IconChevronDown,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  IconClock,
  IconClockX,
  IconFileCheck,
  IconReplace,
} from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useDrop } from '@/lib/drop';
import { useFormats } from '@/lib/formats';
import { type Remark, type RequestDocument, saveStored } from '@/lib/requests';
import { isCustomer, useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { RequestStatus } from '@/shared/request-status';
import { FileThumbnail } from '../file-thumbnail';
import { type DocumentState, documentStateOf, may, newestOf } from './document-state';
import classes from './document-upload.module.css';
import { FileArea } from './file-area';
import { StoredRow } from './file-rows';
import { AddRemark, RemarkThread } from './remarks';
import type { Upload } from './use-upload';

interface Props {
  document: RequestDocument;
  upload: Upload;
  isOpen: boolean;
  onToggle(): void;
  /** Further controls from the page: remarks, a claim. */
  children?: ReactNode;
}

/** One document: its state, what is requested, and how to send it. */
function DocumentCard({ document, upload, isOpen, onToggle, children }: Props) {
  const id = useId();
  const state = documentStateOf(document);
  const drop = useDrop((files) => {
    upload.offer(document, files);
    if (!isOpen) onToggle();
  });
  return (
    <li
      className={classes.card}
      data-state={state}
      data-document={document.documentNo}
      {...(may(document, 'upload') && drop)}
    >
      <Text component="h3" className={classes.heading}>
        <Box
          type="button"
          component="button"
          className={`inset-focus ${classes.head} ${looks.plainButton}`}
          w="100%"
          px={16}
          py={12}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          <DocumentMark state={state} />
          <Flex component="span" className={classes.headText} direction="column" gap={2} flex={1} miw={0}>
            <Box component="span" className={looks.break} fw={500}>
              {document.documentTitle}
            </Box>
            <Line document={document} state={state} />
          </Flex>
          <State document={document} state={state} />
          <IconChevronDown size={18} stroke={1.75} className={classes.chevron} color="var(--ink-3)" aria-hidden />
        </Box>
      </Text>
      {isOpen && (
        <div id={id} className={classes.body}>
          {document.instructions && (
            <Text className={`${looks.break} ${looks.linesKept}`} c="dimmed" inherit>
              {document.instructions}
            </Text>
          )}
          <Rejection document={document} />
          {may(document, 'upload') && <Files document={document} state={state} upload={upload} />}
          <Sent document={document} txnRefNo={upload.txnRefNo} />
          {children}
        </div>
      )}
    </li>
  );
}

/** A document under review needs no files; a better copy can still be sent. */
function Files({ document, state, upload }: Part & { upload: Upload }) {
  const { t } = useTranslation();
  const [isWanted, setIsWanted] = useState(false);
  const isBusy = upload.transfers.transfers.some(({ documentNo }) => documentNo === document.documentNo);
  if (state !== 'checking' || isWanted || isBusy) return <FileArea document={document} upload={upload} />;
  return (
    <button type="button" className={classes.textButton} onClick={() => setIsWanted(true)}>
      <IconReplace size={18} stroke={1.75} aria-hidden />
      {t('ui.upload.replace')}
    </button>
  );
}

interface Part {
  document: RequestDocument;
  state: DocumentState;
}

/** No pill for untouched documents: one on every row would only be noise. */
function State({ document, state }: Part) {
  const { t } = useTranslation();
  const words = isCustomer(useAuth()) ? 'ui.provider.documentStatus' : 'status';
  if (state === 'ready')
    return (
      <Box component="span" className={looks.nowrap} fz="xs" fw={500} c="var(--brand-text)">
        {t('ui.upload.ready')}
      </Box>
    );
  if (state === 'todo' || state === 'claimed') return null;
  return <RequestStatus value={document.status} words={words} />;
}

function Line({ document, state }: Part) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const due = document.documentDueDate;
  const { verdict } = document.verification;
  const words = [
    state === 'ready' && t('ui.upload.filesReady', { count: document.staged.length }),
    state === 'claimed' && t('ui.upload.claimed'),
    (state === 'todo' || state === 'again') && due && t('ui.upload.due', { date: day(due) }),
    state === 'checking' && verdict !== 'None' && t(`ui.upload.verdict.${verdict}`),
    !document.mandatory && t('ui.upload.optional'),
  ].filter(Boolean);
  return words.length > 0 ? <span className={classes.line}>{words.join(' · ')}</span> : null;
}

/** The reviewer's reason for the rejection, shown first. */
function Rejection({ document }: { document: RequestDocument }) {
  const { t } = useTranslation();
  if (document.status !== 'Rejected') return null;
  return (
    <div className={classes.rejection}>
      <Text fw={600} c="var(--bad)" inherit>
        {document.reasonCode
          ? t(`reject.${document.reasonCode}`, { defaultValue: document.reasonCode })
          : t('ui.upload.rejected')}
      </Text>
      {document.reasonRemark && (
        <Text className={looks.linesKept} inherit>
          {document.reasonRemark}
        </Text>
      )}
      {may(document, 'upload') && <Text inherit>{t('ui.upload.again')}</Text>}
    </div>
  );
}

/** The latest submitted version. */
function Sent({ document, txnRefNo }: { document: RequestDocument; txnRefNo: string }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const newest = newestOf(document);
  if (!newest) return null;
  return (
    <div>
      <p className={classes.caption}>
        {t('ui.upload.sentOn', { date: moment(newest.uploadedOn) })}
        {document.versions.length > 1 && ` · ${t('ui.upload.version', { number: newest.versionNo })}`}
      </p>
      <Box
        component="ul"
        className={`${classes.files} ${looks.plainList} ${looks.outlined} ${looks.lines}`}
        bg="var(--page)"
        aria-label={t('ui.upload.sentFiles', { title: document.documentTitle })}
      >
        {newest.files.map((file) => (
          <StoredRow
            key={file.fileId}
            file={file}
            thumbnail={<FileThumbnail txnRefNo={txnRefNo} documentNo={document.documentNo} file={file} />}
            onSave={() => saveStored(txnRefNo, document.documentNo, file).catch(() => undefined)}
          />
        ))}
      </Box>
    </div>
  );
}

const icons: Record<DocumentState, typeof IconClock> = {
  todo: IconCircleDashed,
  again: IconAlertCircleFilled,
  ready: IconFileCheck,
  claimed: IconClock,
  checking: IconClock,
  accepted: IconCircleCheckFilled,
  notRequired: IconCircleMinus,
  expired: IconClockX,
};

/** The document state as an icon; the text beside it says the same. */
function DocumentMark({ state }: { state: DocumentState }) {
  const Icon = icons[state];
  return <Icon size={22} stroke={1.75} className={classes.mark} data-state={state} aria-hidden />;
}

interface CardsProps {
  documents: RequestDocument[];
  remarks: Remark[];
  upload: Upload;
  /** Expanded documents. */
  open: Record<number, boolean>;
  onOpen(open: Record<number, boolean>): void;
  /** What else can be done with a document. */
  more?(document: RequestDocument): ReactNode;
}

/** Documents with their remarks. */
export function DocumentCards({ documents, remarks, upload, open, onOpen, more }: CardsProps) {
  return (
    <ul className={`${looks.plainList} ${looks.card} ${looks.lines}`}>
      {documents.map((document) => {
        const { documentNo } = document;
        return (
          <DocumentCard
            key={documentNo}
            document={document}
            upload={upload}
            isOpen={open[documentNo] ?? false}
            onToggle={() => onOpen({ ...open, [documentNo]: !open[documentNo] })}
          >
            <RemarkThread remarks={remarks.filter((remark) => remark.documentNo === documentNo)} />
            {may(document, 'remark') && (
              <AddRemark documentNo={documentNo} title={document.documentTitle} upload={upload} />
            )}
            {more?.(document)}
          </DocumentCard>
        );
      })}
    </ul>
  );
}
