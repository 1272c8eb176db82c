import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage } from '@/components/form';
import type { DocRequest, Remark, RequestDocument } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { may, RemarkField, RemarkThread, SubmitBar, UploadStatus, useUpload } from '@/shared/document-upload';
import { Documents } from './documents';
import { People } from './person-form';
import { Receipt } from './receipt';
import { RequestHead } from './request-head';
import classes from './request-page.module.css';
import { useStay } from './use-stay';

interface Props {
  request: DocRequest;
  remarks: Remark[];
  onChange(change: (before: DocRequest) => DocRequest): void;
  onRemarked(): void;
}

/** Result of the last Submit: the documents, or none when the request had changed. */
interface Outcome {
  documents: RequestDocument[] | null;
}

export function OpenRequest({ request, remarks, onChange, onRemarked }: Props) {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  const [times, setTimes] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const upload = useUpload({
    screenCode: 'SD-CUS-001',
    request,
    onChange,
    onSubmitted: (documents) => {
      setTimes((before) => before + 1);
      setOutcome({ documents });
    },
    onStale: () => setOutcome({ documents: null }),
    onRemarked,
  });
  useStay(upload.transfers.hasUnsent);
  const mayRemark = request.parties.some(({ documents }) => documents.some((each) => may(each, 'remark')));
  const about = remarks.filter(({ documentNo }) => documentNo === 0);
  if (outcome?.documents?.length) {
    return <Receipt request={request} documents={outcome.documents} onClose={() => setOutcome(null)} />;
  }
  return (
    <>
      {outcome && <OutcomeNote outcome={outcome} />}
      <RequestHead request={request} />
      {/* Submitted documents collapse; the next open one expands. */}
      <Documents
        key={`documents ${times}`}
        request={request}
        remarks={remarks}
        upload={upload}
        onChange={onChange}
      />
      {(about.length > 0 || mayRemark) && (
        <section className={classes.section}>
          <h2 className="m-0 mb-8 text-15 strong">{t('ui.upload.remarks')}</h2>
          <div className="card grid p-16 gap-16">
            <RemarkThread remarks={about} />
            {mayRemark && (
              <RemarkField
                documentNo={0}
                label={t('ui.provider.remarkAll', { entity })}
                hint={upload.maySubmit ? t('ui.upload.remarkHint') : undefined}
                upload={upload}
              />
            )}
          </div>
        </section>
      )}
      <People request={request} onChange={onChange} />
      <UploadStatus upload={upload} />
      <SubmitBar upload={upload} isWide />
    </>
  );
}

/** The focused bar may be gone; the result is announced at the top of the page. */
function OutcomeNote({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces every outcome, even a repeated one
  useEffect(() => {
    place.current?.focus();
    window.scrollTo(0, 0);
  }, [outcome]);
  return (
    <div ref={place} tabIndex={-1} className={classes.thanks}>
      {outcome.documents === null ? (
        <FormMessage tone="info">{t('ui.upload.stale')}</FormMessage>
      ) : (
        <FormMessage tone="ok">{t('ui.provider.remarkSent', { entity })}</FormMessage>
      )}
    </div>
  );
}
