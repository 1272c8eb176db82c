import looks from '@/lib/theme/looks.module.css';
import { useIsPhone } from '@/lib/width';
import '@mantine/dropzone/styles.layer.css';
import { Alert, Box, Button, Flex, Group, Loader, Modal, Text } from '@mantine/core';
import { Dropzone, type DropzoneProps } from '@mantine/dropzone';
import {
  IconAlertCircle,
  IconCircleCheck,
  IconDownload,
  IconFileSpreadsheet,
  IconFileUpload,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Progress } from '@/components/progress';
import { messageOf } from '@/lib/api';
import { saveFile } from '@/lib/api/transfer';
import { useFocusBack } from '@/lib/focus-back';
import { useFormats } from '@/lib/formats';
import { onImportProgress } from '@/lib/live';
import { useTranslation } from '@/lib/wording';
import classes from './file-import.module.css';

/** Browsers disagree on the type of a CSV file; Windows with Excel calls it a sheet. */
export const csv = { 'text/csv': ['.csv'], 'application/vnd.ms-excel': ['.csv'], 'text/plain': ['.csv'] };

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The header line of a file to import, and an example line. */
export function saveTemplate(columns: string[], name: string, example?: string[]) {
  const lines = [columns, ...(example ? [example.map(cell)] : [])].map((line) => `${line.join(',')}\r\n`);
  saveFile(new Blob(lines, { type: 'text/csv' }), name);
}

interface Result {
  /** Lines of the file without its head. */
  rows: number;
  faults: unknown[];
}

interface FaultRow {
  /** A line, or several as text. */
  line: number | string;
  column: string;
  message: ReactNode;
}

interface FaultsOf {
  count: number;
  rows: FaultRow[];
  /** Faults that are not listed. */
  more?: number;
}

interface Props<R extends Result> {
  title: string;
  /** The wording key under which all texts of the dialog are. */
  words: string;
  wrongKind: string;
  accept: DropzoneProps['accept'];
  onTemplate(): void;
  /** Reads the file again each time: it may have been corrected and saved under the same name. */
  run(file: File, isDry: boolean): Promise<R>;
  /** Says that all lines are right, and what the button then does. */
  good(count: number): string;
  take(count: number): string;
  faultsOf(result: R): FaultsOf;
  /** A choice to make before taking a good file. */
  children?: ReactNode;
  /** What was made of the file; without it the dialog closes. */
  done?(result: R): ReactNode;
  onDone?(result: R): void;
  onClose(): void;
}

/** Choose a file, review its errors line by line, then take all of it or nothing. */
export function ImportDialog<R extends Result>({ words, run, onClose, ...rest }: Props<R>) {
  const { t } = useTranslation();
  useFocusBack(true);
  const isPhone = useIsPhone();
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<R | null>(null);
  const [isDone, setIsDone] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const check = async (chosen: File, isDry: boolean) => {
    setIsBusy(true);
    setError(null);
    try {
      const answer = await run(chosen, isDry);
      setResult(answer);
      if (isDry || answer.faults.length > 0) return;
      setIsDone(true);
      rest.onDone?.(answer);
    } catch (failure) {
      setResult(null);
      setError(messageOf(failure));
    } finally {
      setIsBusy(false);
    }
  };
  const begin = (chosen: File | null) => {
    setFile(chosen);
    setResult(null);
    setError(null);
    setIsDone(false);
    if (chosen) void check(chosen, true);
  };
  const progress = useImportProgress(isBusy);
  const count = result?.rows ?? 0;
  const isGood = result !== null && !isDone && result.faults.length === 0 && count > 0;
  const isEmpty = result !== null && !isDone && result.faults.length === 0 && count === 0;
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      fullScreen={isPhone}
      radius={isPhone ? 0 : undefined}
      title={rest.title}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('ui.common.close') }}
      styles={{ title: { fontSize: 17, fontWeight: 600 } }}
    >
      {file ? (
        <Flex component="p" className={`${looks.outlined} ${looks.break}`} align="center" gap={8} m={0} p={12}>
          <IconFileSpreadsheet size={20} aria-hidden />
          {file.name}
          {isBusy && <Loader size="xs" aria-label={t(`${words}.checking`)} />}
        </Flex>
      ) : (
        <ChooseFile
          accept={rest.accept}
          words={words}
          onChoose={begin}
          onRefuse={() => setError(rest.wrongKind)}
          onTemplate={rest.onTemplate}
        />
      )}
      {progress && (
        <Box mt={12}>
          <Progress done={progress.done} of={progress.total} />
        </Box>
      )}
      <div aria-live="polite">
        {error && <Note color="red">{error}</Note>}
        {isGood && <Note color="green">{rest.good(count)}</Note>}
        {isGood && rest.children}
        {isEmpty && <Note color="yellow">{t(`${words}.noRows`)}</Note>}
        {result && result.faults.length > 0 && <Faults words={words} {...rest.faultsOf(result)} />}
        {result && isDone && rest.done?.(result)}
      </div>
      <Group justify="flex-end" gap={8} mt={24}>
        {file && (
          <Button variant="default" onClick={() => begin(null)} disabled={isBusy}>
            {t(`${words}.another`)}
          </Button>
        )}
        {file && !isGood && !isDone && (
          <Button variant="default" onClick={() => void check(file, true)} disabled={isBusy}>
            {t(`${words}.again`)}
          </Button>
        )}
        {!file && (
          <Button variant="default" onClick={onClose}>
            {t('ui.common.cancel')}
          </Button>
        )}
        {file && isGood && (
          <Button onClick={() => void check(file, false)} loading={isBusy}>
            {rest.take(count)}
          </Button>
        )}
        {isDone && rest.done && <Button onClick={onClose}>{t(`${words}.done`)}</Button>}
      </Group>
    </Modal>
  );
}

/** A short import needs no numbers, and no connection for them. */
const numbersAfter = 400;

function useImportProgress(isBusy: boolean) {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  useEffect(() => {
    if (!isBusy) return;
    let stop = () => {};
    const start = setTimeout(() => {
      stop = onImportProgress(setProgress);
    }, numbersAfter);
    return () => {
      clearTimeout(start);
      stop();
      setProgress(undefined);
    };
  }, [isBusy]);
  return progress;
}

export function Note({ color, children }: { color: 'red' | 'green' | 'yellow'; children: ReactNode }) {
  const Icon = color === 'green' ? IconCircleCheck : IconAlertCircle;
  return (
    <Alert color={color} icon={<Icon aria-hidden />} mt={12}>
      {children}
    </Alert>
  );
}

interface ChooseProps {
  accept: DropzoneProps['accept'];
  words: string;
  onChoose(file: File): void;
  onRefuse(): void;
  onTemplate(): void;
}

/** Drop or choose the file. */
function ChooseFile({ accept, words, onChoose, onRefuse, onTemplate }: ChooseProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone; an opening dialog handles focus itself.
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  return (
    <>
      <Dropzone
        ref={place}
        accept={accept}
        multiple={false}
        onDrop={(files) => files[0] && onChoose(files[0])}
        onReject={onRefuse}
        className={classes.drop}
        ta="center"
        data-autofocus
        inputProps={{ 'aria-label': t(`${words}.choose`) }}
      >
        <IconFileUpload size={28} aria-hidden color="var(--brand-text)" />
        <Box component="span" fw={500}>
          {t(`${words}.drop`)}
        </Box>
        <Box component="span" fz="xs" c="dimmed">
          {t(`${words}.hint`)}
        </Box>
      </Dropzone>
      <Button
        variant="subtle"
        size="xs"
        mt={12}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={onTemplate}
      >
        {t(`${words}.template`)}
      </Button>
    </>
  );
}

/** All errors of a file by line and column. */
function Faults({ words, count, rows, more = 0 }: FaultsOf & { words: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <>
      <Text mt={16} mb={8} fw={500} c="var(--bad)" inherit>
        {t(`${words}.faults`, { count, number: number(count) })}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must be scrolled by keyboard too */}
      <section className={`${classes.faults} ${looks.outlined}`} tabIndex={0} aria-label={t(`${words}.faultList`)}>
        <table>
          <thead>
            <tr>
              {['line', 'column', 'fault'].map((head) => (
                <th key={head} scope="col">
                  {t(`${words}.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, column, message }, at) => (
              <tr key={at}>
                <td>{typeof line === 'number' ? number(line) : line}</td>
                <td>{column}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {more > 0 && (
        <Box component="p" fz="xs" c="dimmed">
          {t(`${words}.more`, { number: number(more) })}
        </Box>
      )}
    </>
  );
}
