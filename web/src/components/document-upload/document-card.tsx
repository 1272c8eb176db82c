import { IconChevronDown, IconReplace } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { RequestStatus } from '@/components/request-status';
import { useDayWords } from '@/lib/day-words';
import { type RequestDocument, saveStored } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { DocumentMark } from './document-mark';
import classes from './document-upload.module.css';
import { FileArea } from './file-area';
import { StoredRow } from './file-rows';
import { may, newestOf, type Standing, standingOf } from './standing';
import type { Supply } from './use-supply';

interface Props {
  document: RequestDocument;
  supply: Supply;
  isOpen: boolean;
  onToggle(): void;
  /** What the page lets people do besides: remarks, a claim. */
  children?: ReactNode;
}

/** One document: how it stands, what is asked, and the way to send it. */
export function DocumentCard({ document, supply, isOpen, onToggle, children }: Props) {
  const id = useId();
  const standing = standingOf(document);
  const drop = useDrop((files) => {
    supply.offer(document, files);
    if (!isOpen) onToggle();
  });
  return (
    <li
      className={classes.card}
      data-standing={standing}
      data-document={document.documentNo}
      {...(may(document, 'upload') && drop)}
    >
      <h3 className={classes.heading}>
        <button
          type="button"
          className={classes.head}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          <DocumentMark standing={standing} />
          <span className={classes.headText}>
            <span className={classes.title}>{document.documentTitle}</span>
            <Line document={document} standing={standing} />
          </span>
          <State document={document} standing={standing} />
          <IconChevronDown size={18} stroke={1.75} className={classes.chevron} aria-hidden />
        </button>
      </h3>
      {isOpen && (
        <div id={id} className={classes.body}>
          {document.instructions && <p className={classes.instructions}>{document.instructions}</p>}
          <Rejection document={document} />
          {may(document, 'upload') && <Files document={document} standing={standing} supply={supply} />}
          <Sent document={document} txnRefNo={supply.txnRefNo} />
          {children}
        </div>
      )}
    </li>
  );
}

/** Files may be dropped anywhere on the card; its buttons do the same for everybody else. */
function useDrop(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      onFiles(Array.from(event.dataTransfer.files));
    },
  };
}

/** What is in and being checked needs no files; a better copy can still be sent. */
function Files({ document, standing, supply }: Part & { supply: Supply }) {
  const { t } = useTranslation();
  const [isWanted, setIsWanted] = useState(false);
  const isBusy = supply.transfers.transfers.some(({ documentNo }) => documentNo === document.documentNo);
  if (standing !== 'checking' || isWanted || isBusy) return <FileArea document={document} supply={supply} />;
  return (
    <button type="button" className={classes.door} onClick={() => setIsWanted(true)}>
      <IconReplace size={18} stroke={1.75} aria-hidden />
      {t('ui.upload.replace')}
    </button>
  );
}

interface Part {
  document: RequestDocument;
  standing: Standing;
}

/** Known at once where nothing was done yet: a pill on every row would only be noise. */
function State({ document, standing }: Part) {
  const { t } = useTranslation();
  if (standing === 'ready') return <span className={classes.ready}>{t('ui.upload.ready')}</span>;
  if (standing === 'todo' || standing === 'claimed') return null;
  return <RequestStatus value={document.status} />;
}

function Line({ document, standing }: Part) {
  const { t } = useTranslation();
  const { day } = useDayWords();
  const due = document.documentDueDate;
  const words = [
    standing === 'ready' && t('ui.upload.filesReady', { count: document.staged.length }),
    standing === 'claimed' && t('ui.upload.claimed'),
    (standing === 'todo' || standing === 'again') && due && t('ui.upload.due', { date: day(due) }),
    !document.mandatory && t('ui.upload.optional'),
  ].filter(Boolean);
  return words.length > 0 ? <span className={classes.line}>{words.join(' · ')}</span> : null;
}

/** Why it came back, in the reviewer's words, before anything else. */
function Rejection({ document }: { document: RequestDocument }) {
  const { t } = useTranslation();
  if (document.status !== 'Rejected') return null;
  return (
    <div className={classes.rejection}>
      <p className={classes.reason}>
        {document.reasonCode
          ? t(`reject.${document.reasonCode}`, { defaultValue: document.reasonCode })
          : t('ui.upload.rejected')}
      </p>
      {document.reasonRemark && <p className={classes.reasonRemark}>{document.reasonRemark}</p>}
      {may(document, 'upload') && <p className={classes.again}>{t('ui.upload.again')}</p>}
    </div>
  );
}

/** What was handed in last. */
function Sent({ document, txnRefNo }: { document: RequestDocument; txnRefNo: string }) {
  const { t } = useTranslation();
  const { moment } = useDayWords();
  const newest = newestOf(document);
  if (!newest) return null;
  return (
    <div>
      <p className={classes.caption}>
        {t('ui.upload.sentOn', { date: moment(newest.uploadedOn) })}
        {document.versions.length > 1 && ` · ${t('ui.upload.version', { number: newest.versionNo })}`}
      </p>
      <ul className={classes.files} aria-label={t('ui.upload.sentFiles', { title: document.documentTitle })}>
        {newest.files.map((file) => (
          <StoredRow
            key={file.fileId}
            file={file}
            onSave={() => saveStored(txnRefNo, document.documentNo, file).catch(() => undefined)}
          />
        ))}
      </ul>
    </div>
  );
}
