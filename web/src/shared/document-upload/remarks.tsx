import { Box, Button, Flex, Group, Stack, Text } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { FormMessage, PlainArea } from '@/components/form';
import { useFormats } from '@/lib/formats';
import type { Remark } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import classes from './document-upload.module.css';
import type { Upload } from './use-upload';

const maxRemark = 1000;

/** Remarks of both sides, oldest first. */
export function RemarkThread({ remarks }: { remarks: Remark[] }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  if (remarks.length === 0) return null;
  return (
    <Flex component="ul" className={looks.plainList} direction="column" gap={8} aria-label={t('ui.upload.remarks')}>
      {remarks.map(({ remarkId, byName, by, bySide, at, text }) => (
        <Box
          key={remarkId}
          component="li"
          className={`${classes.remark} ${looks.selfStart} ${looks.break}`}
          px={12}
          py={8}
          fz="sm"
          data-side={bySide}
        >
          <Text fz="xs" c="dimmed">
            <Box component="span" fw={600} c="var(--ink)">
              {byName || by}
            </Box>{' '}
            <time dateTime={at}>{moment(at)}</time>
          </Text>
          <Text className={looks.linesKept} inherit>
            {text}
          </Text>
        </Box>
      ))}
    </Flex>
  );
}

interface Props {
  /** 0 is the whole request. */
  documentNo: number;
  label: string;
  hint?: string;
  upload: Upload;
  /** The user just opened it. */
  isWanted?: boolean;
}

/** Sent with Submit; users who may not submit send it on its own. */
export function RemarkField({ documentNo, label, hint, upload, isWanted }: Props) {
  const { t } = useTranslation();
  const text = upload.typed[documentNo] ?? '';
  return (
    <Stack className={classes.remarkField} gap={8}>
      <PlainArea
        name={`remark-${documentNo}`}
        label={label}
        hint={hint}
        rows={2}
        autoFocus={isWanted}
        maxLength={maxRemark}
        value={text}
        onChange={(event) => upload.type(documentNo, event.currentTarget.value)}
      />
      {!upload.maySubmit && (
        <Button
          variant="default"
          loading={upload.busy}
          disabled={text.trim() === ''}
          onClick={() => upload.sendRemark(documentNo)}
        >
          {t('ui.upload.sendRemark')}
        </Button>
      )}
    </Stack>
  );
}

/** Most documents need no remark, so the field opens on demand. */
export function AddRemark({ title, ...field }: Omit<Props, 'label'> & { title: string }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen || (field.upload.typed[field.documentNo] ?? '') !== '') {
    return <RemarkField {...field} label={t('ui.upload.remarkOn', { title })} isWanted={isOpen} />;
  }
  return (
    <button type="button" className={classes.textButton} onClick={() => setIsOpen(true)}>
      <IconMessagePlus size={18} stroke={1.75} aria-hidden />
      {t('ui.upload.addRemark')}
    </button>
  );
}

interface SubmitBarProps {
  upload: Upload;
  /** Full window width, where nothing is beside the page. */
  isWide?: boolean;
}

/** Sticky bar: how much is ready, and the submit button. */
export function SubmitBar({ upload, isWide }: SubmitBarProps) {
  const { t } = useTranslation();
  const { progress, transfers, message, busy, maySubmit, hasRemark } = upload;
  const { all, ready } = progress;
  const isSending = transfers.isBusy;
  if (all === 0 && !(maySubmit && hasRemark)) return null;
  const sending = transfers.transfers.filter(({ state }) => state !== 'failed').length;
  const words = isSending ? t('ui.upload.sendingFiles', { count: sending }) : t('ui.upload.readyOf', { ready, all });
  return (
    <div className={classes.bar} data-wide={isWide || undefined}>
      {message && (
        <Box mb={8}>
          <FormMessage>{message}</FormMessage>
        </Box>
      )}
      <Group wrap="nowrap" gap={16}>
        <Stack gap={6} flex={1} miw={0}>
          {all > 0 && (
            <>
              <Text className={looks.figures} fz="xs" c="dimmed">
                {words}
              </Text>
              <Box
                component="span"
                className={looks.clipped}
                h={4}
                bg="var(--line)"
                bdrs={2}
                display="block"
                aria-hidden
              >
                <span className={classes.filled} style={{ inlineSize: `${(ready / all) * 100}%` }} />
              </Box>
            </>
          )}
          {!maySubmit && <p className={classes.hint}>{t('ui.upload.notYours')}</p>}
        </Stack>
        {maySubmit && (
          <Button data-submit size="md" mih={44} loading={busy} disabled={isSending} onClick={upload.submit}>
            {ready > 0 ? t('ui.upload.submitOf', { ready, all }) : t('ui.upload.submit')}
          </Button>
        )}
      </Group>
    </div>
  );
}

/** Upload status for screen readers; all of it is also visible elsewhere. */
export function UploadStatus({ upload }: { upload: Upload }) {
  return (
    <Box role="status" component="p" className={looks.unseen} m={-1}>
      {upload.said}
    </Box>
  );
}
