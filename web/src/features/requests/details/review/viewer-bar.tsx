import { Box, Flex, Group, NativeSelect } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconColumns2,
  IconDownload,
  IconKeyboard,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type ComponentProps, lazy } from 'react';
import { IconButton } from '@/components/icon-button';
import { LazyMenu, type MenuButton } from '@/components/lazy-menu';
import { saveFile } from '@/lib/api/transfer';
import { useBusy } from '@/lib/busy';
import { useFormats } from '@/lib/formats';
import { retryImport, usePreload } from '@/lib/on-demand';
import type { StoredFile } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { ScanPill } from '@/shared/scan-pill';
import { contentOf, type FileAt } from '../../data/calls';
import classes from './workbench.module.css';

interface Props {
  at: FileAt;
  file: StoredFile;
  files: StoredFile[];
  page: number;
  pages: number;
  zoom: number;
  isQueue: boolean;
  /** The version to compare with, if there is one. */
  earlier: number | undefined;
  isComparing: boolean;
  onCompare(): void;
  onFile(fileId: string): void;
  onPage(page: number): void;
  onZoom(by: number): void;
  onTurn(): void;
}

export function ViewerBar({ at, file, files, page, pages, zoom, isQueue, earlier, isComparing, ...on }: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [isBusy, run] = useBusy();
  const download = async () => {
    const { name, content } = await contentOf(at, {});
    saveFile(content, file.isMasked && name ? name : file.fileName);
  };
  return (
    <Group className={`${classes.bar} ${looks.lineBelow}`}>
      <Flex className={classes.fileName} wrap="wrap" align="baseline" columnGap={8} rowGap={2} miw={0}>
        {files.length > 1 ? (
          <NativeSelect
            size="xs"
            aria-label={t('ui.requests.review.file')}
            data={files.map(({ fileId, fileName }) => ({ value: fileId, label: fileName }))}
            value={file.fileId}
            onChange={(event) => on.onFile(event.currentTarget.value)}
          />
        ) : (
          <Box component="span" className={looks.cut} fz="sm" fw={500} title={file.fileName}>
            {file.fileName}
          </Box>
        )}
        <Box component="span" className={`${classes.soft} ${looks.break}`} m={0} fz="xs" fw={400} c="dimmed">
          {sizeText(file.size, number)}
        </Box>
        <ScanPill scan={file.scan} />
      </Flex>
      {pages > 1 && (
        <Group wrap="nowrap" gap={2}>
          <Tool
            Icon={IconChevronUp}
            label={t('ui.requests.review.previousPage')}
            disabled={page <= 1}
            onClick={() => on.onPage(page - 1)}
          />
          <span className={classes.pageNumber}>
            {t('ui.requests.review.page', { page: number(page), pages: number(pages) })}
          </span>
          <Tool
            Icon={IconChevronDown}
            label={t('ui.requests.review.nextPage')}
            disabled={page >= pages}
            onClick={() => on.onPage(page + 1)}
          />
        </Group>
      )}
      <Group wrap="nowrap" gap={2}>
        <Tool Icon={IconZoomOut} label={t('ui.requests.review.smaller')} onClick={() => on.onZoom(-1)} />
        <span className={classes.zoom}>{Math.round(zoom * 100)}%</span>
        <Tool Icon={IconZoomIn} label={t('ui.requests.review.larger')} onClick={() => on.onZoom(1)} />
        {earlier !== undefined && (
          <Tool
            Icon={IconColumns2}
            label={t('ui.requests.verification.compare', { version: earlier })}
            aria-pressed={isComparing}
            onClick={on.onCompare}
          />
        )}
        <Tool Icon={IconRotateClockwise} label={t('ui.requests.review.turn')} onClick={on.onTurn} />
        <Tool
          Icon={IconDownload}
          label={t('ui.requests.review.download', { name: file.fileName })}
          loading={isBusy}
          onClick={() => void run(download)}
        />
        <Shortcuts isQueue={isQueue} />
      </Group>
    </Group>
  );
}

const Tool = (props: ComponentProps<typeof IconButton>) => (
  <IconButton iconSize={16} size={32} className={looks.touch} {...props} />
);

const load = () => retryImport(() => import('./shortcuts'));
const OpenedShortcuts = lazy(load);

/** Keyboard shortcuts for frequent reviewers. */
export function Shortcuts({ isQueue }: { isQueue: boolean }) {
  const { t } = useTranslation();
  usePreload(load);
  const button: MenuButton = (trigger) => (
    <IconButton
      Icon={IconKeyboard}
      iconSize={16}
      size={32}
      className={looks.phoneHidden}
      label={t('ui.requests.keys.title')}
      {...trigger}
    />
  );
  return (
    <LazyMenu kind="dialog" button={button}>
      <OpenedShortcuts button={button} isQueue={isQueue} />
    </LazyMenu>
  );
}

/** A file's size as people say it. */
export function sizeText(bytes: number, number: (value: number) => string): string {
  if (bytes < 1024) return `${number(bytes)} B`;
  if (bytes < 1024 * 1024) return `${number(Math.round(bytes / 1024))} KB`;
  return `${number(Math.round((bytes / 1024 / 1024) * 10) / 10)} MB`;
}
