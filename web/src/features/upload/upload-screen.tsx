import { Box, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconInbox } from '@tabler/icons-react';
import { Link, useMatches } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { FormMessage } from '@/components/form';
import { useLeaveGuard } from '@/lib/leave-guard';
import type { DocRequest, Party, Remark } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import {
  DocumentCards,
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
  useRequest,
  useUpload,
} from '@/shared/document-upload';
import classes from './upload.module.css';

const referenceAt = (path: string) => /\/transactions\/([^/]+)/.exec(path)?.[1] ?? '';

/** Upload Documents: staff submit what parties brought or sent another way. */
export function UploadScreen() {
  const { t } = useTranslation();
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  const txnRefNo = decodeURIComponent(referenceAt(path));
  const request: string = `/requestor/transactions/${encodeURIComponent(txnRefNo)}`;
  return (
    <Box maw={856}>
      <Link
        to={request}
        className={classes.back}
        style={{ fontSize: '13px', fontWeight: 500, color: 'var(--brand-text)' }}
      >
        <IconArrowLeft size={16} stroke={1.75} aria-hidden />
        {t('ui.upload.toRequest')}
      </Link>
      <Box component="h1" m={0}>
        {t('screen.SD-BNK-008')}
      </Box>
      <Content key={txnRefNo} txnRefNo={txnRefNo} />
    </Box>
  );
}

function Content({ txnRefNo }: { txnRefNo: string }) {
  const { t } = useTranslation();
  const { request, remarks, failed, error, reload, change, readRemarks } = useRequest(txnRefNo);
  if (failed) return <LoadFailed error={error} onRetry={reload} />;
  if (!request) {
    return (
      <Stack role="status" aria-label={t('ui.common.loading')} gap={20} mt={8}>
        <Skeleton height={20} width="50%" />
        <Skeleton height={280} radius="lg" />
      </Stack>
    );
  }
  return <OnBehalf request={request} remarks={remarks} onChange={change} onRemarked={readRemarks} />;
}

interface Props {
  request: DocRequest;
  remarks: Remark[];
  onChange(change: (before: DocRequest) => DocRequest): void;
  onRemarked(): void;
}

function OnBehalf({ request, remarks, onChange, onRemarked }: Props) {
  const { t } = useTranslation();
  /** The number of submitted documents, or that the request had changed. */
  const [outcome, setOutcome] = useState<number | 'stale' | null>(null);
  const upload = useUpload({
    screenCode: 'SD-BNK-008',
    request,
    onChange,
    onSubmitted: (documents) => setOutcome(documents.length),
    onStale: () => setOutcome('stale'),
    onRemarked,
  });
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button bar is always visible, the message may not be.
    if (outcome !== null) notice.current?.scrollIntoView({ block: 'center' });
  }, [outcome]);
  useLeaveGuard(
    () => upload.transfers.isBusy || upload.hasRemark,
    () => upload.forget(),
  );
  const documents = request.parties.flatMap((party) => party.documents);
  const mayRemark = documents.some((each) => may(each, 'remark'));
  return (
    <>
      <Text className={looks.break} mt={4} mb={20} c="dimmed" inherit>
        {t('ui.upload.text', { name: request.customerName, reference: request.txnRefNo })}
      </Text>
      {outcome !== null && (
        <Box ref={notice} mb={12}>
          {outcome === 'stale' ? (
            <FormMessage tone="info">{t('ui.upload.stale')}</FormMessage>
          ) : (
            <FormMessage tone="ok">
              {outcome > 0 ? t('ui.upload.sent', { count: outcome }) : t('ui.upload.remarkSent')}
            </FormMessage>
          )}
        </Box>
      )}
      {documents.some((each) => may(each, 'upload')) ? (
        <Text mb={20} p={12} fz="sm" c="var(--info)" bg="var(--info-tint)" bdrs="md">
          {t('ui.upload.onBehalf')}
        </Text>
      ) : (
        <Box component="section" className={looks.card} mb={24}>
          <EmptyState Icon={IconInbox} words="ui.upload.nothing" />
        </Box>
      )}
      {request.parties
        .filter((party) => party.documents.length > 0)
        .map((party) => (
          <PartyDocuments key={party.partySeqNo} party={party} remarks={remarks} upload={upload} />
        ))}
      {mayRemark && (
        <Box component="section" mb={28}>
          <Text component="h2" className={looks.break} mb={8} fz="lg" fw={600}>
            {t('ui.upload.remarks')}
          </Text>
          <Stack className={looks.card} gap={16} p={16}>
            <RemarkThread remarks={remarks.filter(({ documentNo }) => documentNo === 0)} />
            <RemarkField
              documentNo={0}
              label={t('ui.upload.remarkAll')}
              hint={upload.maySubmit ? t('ui.upload.remarkHint') : undefined}
              upload={upload}
            />
          </Stack>
        </Box>
      )}
      <PhotoDesk photos={upload.photos} />
      <UploadStatus upload={upload} />
      <SubmitBar upload={upload} />
    </>
  );
}

interface PartyDocumentsProps {
  party: Party;
  remarks: Remark[];
  upload: Upload;
}

/** The documents of one party, open ones first and expanded. */
function PartyDocuments({ party, remarks, upload }: PartyDocumentsProps) {
  const { t } = useTranslation();
  const sorted = groups.flatMap((group) => inGroup(party.documents, group));
  const [open, setOpen] = useState<Record<number, boolean>>(() => {
    const first = sorted.find((document) => may(document, 'upload'));
    return first ? { [first.documentNo]: true } : {};
  });
  return (
    <Box component="section" mb={28}>
      <Text component="h2" className={looks.break} mb={8} fz="lg" fw={600}>
        {nameOf(party)}
        {party.primaryParty && (
          <Box component="span" fw={400} c="dimmed">
            {' '}
            · {t('ui.upload.primary')}
          </Box>
        )}
      </Text>
      <DocumentCards documents={sorted} remarks={remarks} upload={upload} open={open} onOpen={setOpen} />
    </Box>
  );
}
