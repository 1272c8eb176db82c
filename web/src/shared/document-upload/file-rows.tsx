import {
  IconDownload,
  IconFileText,
  IconPhoto,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { IconButton } from '@/components/icon-button';
import type { StoredFile } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { ScanPill } from '@/shared/scan-pill';
import classes from './document-upload.module.css';
import { sizeText } from './formats';
import type { Transfer } from './use-upload';

function FileIcon({ kind }: { kind: string }) {
  const Icon = kind.startsWith('image/') ? IconPhoto : IconFileText;
  return <Icon size={20} stroke={1.5} className="fixed faint" aria-hidden />;
}

interface StoredProps {
  file: StoredFile;
  onRemove?(): void;
  onSave?(): void;
}

/** A stored file: staged ones can be removed, submitted ones downloaded. */
export function StoredRow({ file, onRemove, onSave }: StoredProps) {
  const { t } = useTranslation();
  const name = file.fileName;
  return (
    <li className={`${classes.file} row gap-8`}>
      <FileIcon kind={file.contentType} />
      <span className="gap-2 grid grow narrow">
        <span className="text-13 medium cut" title={name}>
          {name}
        </span>
        <span className={`${classes.fileSize} figures`}>
          {sizeText(file.size)}
          {(file.pages ?? 0) > 1 && ` · ${t('ui.upload.pages', { count: file.pages ?? 0 })}`}
        </span>
      </span>
      {file.scan === 'infected' && <ScanPill scan="infected" />}
      {onSave && file.scan !== 'infected' && (
        <IconButton Icon={IconDownload} size={44} label={t('ui.upload.save', { name })} onClick={onSave} />
      )}
      {onRemove && (
        <IconButton Icon={IconTrash} size={44} label={t('ui.upload.remove', { name })} onClick={onRemove} />
      )}
    </li>
  );
}

interface TransferProps {
  transfer: Transfer;
  onCancel(): void;
  onPause(): void;
  onResume(): void;
}

/** A file being uploaded: its progress, or why it failed. */
export function TransferRow({ transfer, onCancel, onPause, onResume }: TransferProps) {
  const { t } = useTranslation();
  const { file, sent, state, fault, isFinal, wait } = transfer;
  const { name } = file;
  const hasFailed = state === 'failed';
  const percent = file.size > 0 ? Math.round((sent / file.size) * 100) : 0;
  const tool = (Icon: typeof IconX, word: string, onClick: () => void) => (
    <IconButton Icon={Icon} size={44} label={t(`ui.upload.${word}`, { name })} onClick={onClick} />
  );
  return (
    <li className={`${classes.file} row gap-8`} data-failed={hasFailed || undefined}>
      <FileIcon kind={file.type} />
      <span className="gap-2 grid grow narrow">
        <span className="text-13 medium cut" title={name}>
          {name}
        </span>
        {!hasFailed && (
          <span
            role="progressbar"
            aria-label={t('ui.upload.sending', { name })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            className={`${classes.track} block clipped`}
          >
            <span className={classes.filled} style={{ inlineSize: `${percent}%` }} />
          </span>
        )}
        {hasFailed ? (
          <span role="alert" className={`${classes.fault} text-12 bad break`}>
            {fault?.()}
          </span>
        ) : (
          <span className={`${classes.fileSize} figures`}>
            {state === 'waiting' && t('ui.upload.waits')}
            {state === 'fitting' && t('ui.upload.fitting')}
            {(state === 'sending' || state === 'paused') &&
              t('ui.upload.sentOf', { sent: sizeText(sent), all: sizeText(file.size) })}
            {state === 'paused' && ` · ${t('ui.upload.paused')}`}
          </span>
        )}
        {state === 'sending' && wait && (
          <span role="status" className={`${classes.fileSize} figures`}>
            {t(`ui.upload.waiting.${wait}`)}
          </span>
        )}
      </span>
      {hasFailed && !isFinal && tool(IconRefresh, 'retry', onResume)}
      {state === 'sending' && tool(IconPlayerPause, 'pause', onPause)}
      {state === 'paused' && tool(IconPlayerPlay, 'resume', onResume)}
      {tool(IconX, hasFailed ? 'dismiss' : 'cancel', onCancel)}
    </li>
  );
}
