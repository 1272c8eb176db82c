import { Box, Flex } from '@mantine/core';
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
import type { ReactNode } from 'react';
import { IconButton } from '@/components/icon-button';
import type { StoredFile } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { ScanPill } from '@/shared/scan-pill';
import classes from './document-upload.module.css';
import { sizeText } from './formats';
import type { Transfer } from './use-upload';

function FileIcon({ kind }: { kind: string }) {
  const Icon = kind.startsWith('image/') ? IconPhoto : IconFileText;
  return <Icon size={20} stroke={1.5} color="var(--ink-3)" aria-hidden />;
}

interface StoredProps {
  file: StoredFile;
  onRemove?(): void;
  onSave?(): void;
  /** In place of the icon. */
  thumbnail?: ReactNode;
}

/** A stored file: staged ones can be removed, submitted ones downloaded. */
export function StoredRow({ file, onRemove, onSave, thumbnail }: StoredProps) {
  const { t } = useTranslation();
  const name = file.fileName;
  return (
    <Flex component="li" mih={52} pt={4} pr={4} pb={4} pl={12} align="center" gap={8}>
      {thumbnail ?? <FileIcon kind={file.contentType} />}
      <Flex component="span" direction="column" gap={2} flex={1} miw={0}>
        <Box component="span" className={looks.cut} fz="sm" fw={500} title={name}>
          {name}
        </Box>
        <span className={`${classes.fileSize} ${looks.figures}`}>
          {sizeText(file.size)}
          {(file.pages ?? 0) > 1 && ` · ${t('ui.upload.pages', { count: file.pages ?? 0 })}`}
        </span>
      </Flex>
      {file.scan === 'infected' && <ScanPill scan="infected" />}
      {onSave && file.scan !== 'infected' && (
        <IconButton Icon={IconDownload} size={44} label={t('ui.upload.save', { name })} onClick={onSave} />
      )}
      {onRemove && <IconButton Icon={IconTrash} size={44} label={t('ui.upload.remove', { name })} onClick={onRemove} />}
    </Flex>
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
    <Flex
      component="li"
      mih={52}
      pt={4}
      pr={4}
      pb={4}
      pl={12}
      align="center"
      gap={8}
      data-failed={hasFailed || undefined}
    >
      <FileIcon kind={file.type} />
      <Flex component="span" direction="column" gap={2} flex={1} miw={0}>
        <Box component="span" className={looks.cut} fz="sm" fw={500} title={name}>
          {name}
        </Box>
        {!hasFailed && (
          <Box
            role="progressbar"
            aria-label={t('ui.upload.sending', { name })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            component="span"
            className={looks.clipped}
            h={4}
            bg="var(--line)"
            bdrs={2}
            display="block"
          >
            <span className={classes.filled} style={{ inlineSize: `${percent}%` }} />
          </Box>
        )}
        {hasFailed ? (
          <Box role="alert" component="span" className={`${classes.fault} ${looks.break}`} fz="xs" c="var(--bad)">
            {fault?.()}
          </Box>
        ) : (
          <span className={`${classes.fileSize} ${looks.figures}`}>
            {state === 'waiting' && t('ui.upload.waits')}
            {state === 'fitting' && t('ui.upload.fitting')}
            {(state === 'sending' || state === 'paused') &&
              t('ui.upload.sentOf', { sent: sizeText(sent), all: sizeText(file.size) })}
            {state === 'paused' && ` · ${t('ui.upload.paused')}`}
          </span>
        )}
        {state === 'sending' && wait && (
          <span role="status" className={`${classes.fileSize} ${looks.figures}`}>
            {t(`ui.upload.waiting.${wait}`)}
          </span>
        )}
      </Flex>
      {hasFailed && !isFinal && tool(IconRefresh, 'retry', onResume)}
      {state === 'sending' && tool(IconPlayerPause, 'pause', onPause)}
      {state === 'paused' && tool(IconPlayerPlay, 'resume', onResume)}
      {tool(IconX, hasFailed ? 'dismiss' : 'cancel', onCancel)}
    </Flex>
  );
}
