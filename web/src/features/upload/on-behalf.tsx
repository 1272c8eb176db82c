import { IconInbox } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '@/components/empty-state';
import { FormMessage } from '@/components/form';
import { useLeaveGuard } from '@/lib/leave-guard';
import type { DocRequest, Party, Remark } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import {
  DocumentCards,
  groups,
  inGroup,
  may,
  nameOf,
  RemarkField,
  RemarkThread,
  SubmitBar,
  type Upload,
  UploadStatus,
  useUpload,
} from '@/shared/document-upload';
import classes from './upload.module.css';

interface Props {
  request: DocRequest;
  remarks: Remark[];
  onChange(change: (before: DocRequest) => DocRequest): void;
  onRemarked(): void;
}

export function OnBehalf({ request, remarks, onChange, onRemarked }: Props) {
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
      <p className="m-0 mt-4 mb-20 muted break">
        {t('ui.upload.text', { name: request.customerName, reference: request.txnRefNo })}
      </p>
      {outcome !== null && (
        <div ref={notice} className="mb-12">
          {outcome === 'stale' ? (
            <FormMessage tone="info">{t('ui.upload.stale')}</FormMessage>
          ) : (
            <FormMessage tone="ok">
              {outcome > 0 ? t('ui.upload.sent', { count: outcome }) : t('ui.upload.remarkSent')}
            </FormMessage>
          )}
        </div>
      )}
      {documents.some((each) => may(each, 'upload')) ? (
        <p className="m-0 mb-20 p-12 text-13 tint-info rounded">{t('ui.upload.onBehalf')}</p>
      ) : (
        <section className="card mb-24">
          <EmptyState Icon={IconInbox} title={t('ui.upload.nothing')} text={t('ui.upload.nothingText')} />
        </section>
      )}
      {request.parties
        .filter((party) => party.documents.length > 0)
        .map((party) => (
          <PartyDocuments key={party.partySeqNo} party={party} remarks={remarks} upload={upload} />
        ))}
      {mayRemark && (
        <section className={classes.section}>
          <h2 className="m-0 mb-8 text-15 strong break">{t('ui.upload.remarks')}</h2>
          <div className="card grid p-16 gap-16">
            <RemarkThread remarks={remarks.filter(({ documentNo }) => documentNo === 0)} />
            <RemarkField
              documentNo={0}
              label={t('ui.upload.remarkAll')}
              hint={upload.maySubmit ? t('ui.upload.remarkHint') : undefined}
              upload={upload}
            />
          </div>
        </section>
      )}
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
export function PartyDocuments({ party, remarks, upload }: PartyDocumentsProps) {
  const { t } = useTranslation();
  const sorted = groups.flatMap((group) => inGroup(party.documents, group));
  const [open, setOpen] = useState<Record<number, boolean>>(() => {
    const first = sorted.find((document) => may(document, 'upload'));
    return first ? { [first.documentNo]: true } : {};
  });
  return (
    <section className={classes.section}>
      <h2 className="m-0 mb-8 text-15 strong break">
        {nameOf(party)}
        {party.primaryParty && <span className="regular muted"> · {t('ui.upload.primary')}</span>}
      </h2>
      <DocumentCards documents={sorted} remarks={remarks} upload={upload} open={open} onOpen={setOpen} />
    </section>
  );
}
