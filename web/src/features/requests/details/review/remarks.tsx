import { Box, Button, Flex, Skeleton, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { fieldsOf, messageOf } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import type { DocRequest, Remark } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { mostLetters } from '../../actions/fields';
import { remarksOf, saveRemark } from '../../data/calls';
import { useKeys as useQueryKeys } from '../../data/use-request';
import { fieldKeys } from '../../shared/words';
import { useLetters } from './use-review';
import classes from './workbench.module.css';

interface Props {
  request: DocRequest;
  screenId: string;
  /** 0 is the request as a whole. */
  documentNo: number;
  mayWrite: boolean;
  typed: string | undefined;
  onTyped(text: string): void;
}

/** The workbench section for remarks about the document. */
export function Remarks(props: Props) {
  const { t } = useTranslation();
  return (
    <Box component="section" className={looks.lineAbove} p={16} aria-label={t('ui.requests.remarks.title')}>
      <Text component="h3" mb={8} fz="sm" fw={600}>
        {t('ui.requests.remarks.title')}
      </Text>
      <RemarkThread {...props} />
    </Box>
  );
}

/** Remarks between staff and party, oldest first; the caller provides the heading. */
export function RemarkThread({ request, screenId, documentNo, mayWrite, typed = '', onTyped }: Props) {
  const { t } = useTranslation();
  const { data, error } = useRemarks(request.txnRefNo, screenId);
  const mine = data?.filter((remark) => (remark.documentNo ?? 0) === documentNo);
  return (
    <>
      {error && (
        <Text className={`${classes.soft} ${looks.break}`} fz="xs" fw={400} c="dimmed">
          {messageOf(error)}
        </Text>
      )}
      {!data && !error && <Skeleton height={48} />}
      {mine?.length === 0 && (
        <Text className={`${classes.soft} ${looks.break}`} fz="xs" fw={400} c="dimmed">
          {t('ui.requests.remarks.none')}
        </Text>
      )}
      <Box component="ol" className={`${classes.thread} ${looks.plainList}`} mb={12} aria-live="polite">
        {mine?.map((remark) => (
          <OneRemark key={remark.remarkId} remark={remark} />
        ))}
      </Box>
      {mayWrite && (
        <Composer
          txnRefNo={request.txnRefNo}
          documentNo={documentNo}
          screenId={screenId}
          typed={typed}
          onTyped={onTyped}
        />
      )}
    </>
  );
}

function useRemarks(txnRefNo: string, screenId: string) {
  const keys = useQueryKeys();
  return useQuery({
    queryKey: [...keys.of(txnRefNo), 'remarks'],
    queryFn: async ({ signal }) => (await remarksOf(txnRefNo, { signal, screenId, quiet: true })).content,
  });
}

function OneRemark({ remark }: { remark: Remark }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  return (
    <Box
      component="li"
      className={`${classes.remark} ${looks.break}`}
      px={12}
      py={8}
      fz="sm"
      bdrs="md"
      data-side={remark.bySide}
    >
      <Flex component="span" className={classes.remarkHead} wrap="wrap" align="baseline">
        <strong>{remark.byName || remark.by}</strong>
        <Box component="span" className={`${classes.soft} ${looks.break}`} m={0} fz="xs" fw={400} c="dimmed">
          {t(`ui.requests.remarks.side.${remark.bySide}`)} · {moment(remark.at)}
        </Box>
      </Flex>
      <span className={classes.remarkText}>{remark.text}</span>
    </Box>
  );
}

interface ComposerProps {
  txnRefNo: string;
  documentNo: number;
  screenId: string;
  typed: string;
  onTyped(text: string): void;
}

function Composer({ txnRefNo, documentNo, screenId, typed, onTyped }: ComposerProps) {
  const { t } = useTranslation();
  const keys = useQueryKeys();
  const queries = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  useLetters({ m: () => field.current?.focus() });
  const say = async () => {
    const text = typed.trim();
    if (busy) return;
    // A busy button loses the focus, and the next remark is written here.
    field.current?.focus();
    if (text === '') return setFault(t('message.enter', { label: t(fieldKeys('remark')) }));
    setBusy(true);
    try {
      await saveRemark(txnRefNo, documentNo, text, { screenId });
      onTyped('');
      await queries.invalidateQueries({ queryKey: keys.of(txnRefNo) });
    } catch (error) {
      setFault(fieldsOf(error).text ?? messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Flex
      component="form"
      className={classes.composer}
      direction="column"
      gap={8}
      mt={8}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void say();
      }}
    >
      <Textarea
        ref={field}
        aria-label={t('ui.requests.remarks.write')}
        placeholder={t('ui.requests.remarks.write')}
        rows={2}
        resize="vertical"
        maxLength={mostLetters}
        value={typed}
        error={fault}
        onChange={(event) => {
          setFault('');
          onTyped(event.currentTarget.value);
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void say();
        }}
      />
      <Button type="submit" size="xs" variant="default" loading={busy}>
        {t('ui.requests.remarks.send')}
      </Button>
    </Flex>
  );
}
