import { Box, Button, Flex, Text, VisuallyHidden } from '@mantine/core';
import { IconCamera, IconFileUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import type { RequestDocument } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import classes from './document-upload.module.css';
import { StoredRow, TransferRow } from './file-rows';
import { acceptOf, endingsOf, mayPhotograph } from './formats';
import type { Upload } from './use-upload';

/** Where the files of one document are chosen, photographed or dropped, with the files already there. */
export function FileArea({ document, upload }: { document: RequestDocument; upload: Upload }) {
  const { t } = useTranslation();
  const { transfers } = upload;
  const mine = transfers.transfers.filter(({ documentNo }) => documentNo === document.documentNo);
  const room = upload.roomOf(document);
  const area = useRef<HTMLDivElement>(null);

  /** The focused row disappears; keyboard focus stays at the document. */
  const stay = () =>
    requestAnimationFrame(() => {
      if (window.document.activeElement === window.document.body) area.current?.focus();
    });
  return (
    <div ref={area} tabIndex={-1} className={classes.area}>
      {document.staged.length + mine.length > 0 && (
        <Box
          component="ul"
          className={`${classes.files} ${looks.plainList} ${looks.outlined} ${looks.lines}`}
          bg="var(--page)"
          aria-label={t('ui.upload.files', { title: document.documentTitle })}
        >
          {document.staged.map((file) => (
            <StoredRow key={file.fileId} file={file} onRemove={() => upload.remove(document, file).then(stay)} />
          ))}
          {mine.map((transfer) => (
            <TransferRow
              key={transfer.key}
              transfer={transfer}
              onCancel={() => {
                transfers.cancel(transfer);
                stay();
              }}
              onPause={() => transfers.pause(transfer.key)}
              onResume={() => {
                transfers.resume(transfer.key);
                stay();
              }}
            />
          ))}
        </Box>
      )}
      {room > 0 ? (
        <Chooser
          document={document}
          isMore={room < document.maxFiles}
          onFiles={(files) => upload.offer(document, files)}
          onPhoto={() => upload.photos.take(document)}
        />
      ) : (
        <p className={classes.hint}>{t('ui.upload.full', { count: document.maxFiles })}</p>
      )}
      {upload.overfull === document.documentNo && (
        <Box role="alert" component="p" className={`${classes.fault} ${looks.break}`} fz="xs" c="var(--bad)">
          {t('ui.upload.tooMany', { count: document.maxFiles })}
        </Box>
      )}
    </div>
  );
}

interface ChooserProps {
  document: RequestDocument;
  isMore: boolean;
  onFiles(files: File[]): void;
  onPhoto(): void;
}

function Chooser({ document, isMore, onFiles, onPhoto }: ChooserProps) {
  const { t } = useTranslation();
  const chooser = useRef<HTMLInputElement>(null);
  const title = document.documentTitle;

  const take = (input: HTMLInputElement) => {
    onFiles(Array.from(input.files ?? []));
    // Allow choosing the same file again after removing it.
    input.value = '';
  };
  return (
    <Box className={classes.drop} ta="center">
      <Text className={classes.dropText} fw={500} inherit>
        {t(isMore ? 'ui.upload.dropMore' : 'ui.upload.drop')}
      </Text>
      <Flex className={classes.choices} wrap="wrap" gap={8}>
        {mayPhotograph(document) && (
          <Button
            data-choose
            className={classes.camera}
            variant={isMore ? 'default' : 'filled'}
            leftSection={<IconCamera size={18} stroke={1.75} aria-hidden />}
            onClick={onPhoto}
          >
            {t('ui.upload.photo')}
            <VisuallyHidden>{` ${title}`}</VisuallyHidden>
          </Button>
        )}
        <Button
          data-choose
          variant="default"
          leftSection={<IconFileUpload size={18} stroke={1.75} aria-hidden />}
          onClick={() => chooser.current?.click()}
        >
          {t(document.maxFiles > 1 ? 'ui.upload.chooseMany' : 'ui.upload.choose')}
          <VisuallyHidden>{` ${title}`}</VisuallyHidden>
        </Button>
      </Flex>
      <p className={classes.hint}>{limitsText(t, document)}</p>
      <input
        ref={chooser}
        type="file"
        hidden
        name={`files-${document.documentNo}`}
        accept={acceptOf(document)}
        multiple={document.maxFiles > 1}
        onChange={(event) => take(event.currentTarget)}
      />
    </Box>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

/** `PDF, JPG or PNG, up to 10 MB each, at most 3 files`. */
function limitsText(t: Translate, document: RequestDocument) {
  const endings = endingsOf(document).map((ending) => ending.toUpperCase());
  const last = endings.pop();
  const formats = endings.length > 0 ? t('ui.upload.or', { some: endings.join(', '), last }) : (last ?? '');
  const size = document.maxSizeMb > 0 ? t('ui.upload.upTo', { max: document.maxSizeMb }) : '';
  const files = document.maxFiles > 1 ? t('ui.upload.atMost', { count: document.maxFiles }) : '';
  return [formats, size, files].filter(Boolean).join(' · ');
}
