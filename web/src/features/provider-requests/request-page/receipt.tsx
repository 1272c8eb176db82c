import { Button } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '@/lib/formats';
import type { DocRequest, RequestDocument } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { documentsIn, inGroup, may, newestOf, sizeText } from '@/shared/document-upload';
import classes from './request-page.module.css';

interface Props {
  request: DocRequest;
  /** As they were when they were submitted. */
  documents: RequestDocument[];
  onClose(): void;
}

/** After Submit: what was received, what happens next, and that the page can be closed. */
export function Receipt({ request, documents, onClose }: Props) {
  const { t } = useTranslation();
  const { moment, day } = useFormats();
  const { displayName: entity } = useAuth();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  const received = documents.map(({ documentNo }) => newestIn(request, documentNo)?.uploadedOn).find(Boolean);
  const missing = inGroup(documentsIn(request), 'owed').filter(
    (document) => document.mandatory && may(document, 'upload'),
  );
  return (
    <section ref={place} tabIndex={-1} className={`${classes.receipt} card grid p-24 gap-20`}>
      <div className="grid gap-4">
        <IconCircleCheckFilled size={40} className="good" aria-hidden />
        <h1 className={`${classes.title} m-0 strong`}>{t('ui.provider.receipt.title')}</h1>
        <p className="m-0 muted">{t('ui.provider.thanks', { count: documents.length, entity })}</p>
      </div>
      <dl className="facts">
        <div>
          <dt>{t('ui.provider.receipt.reference')}</dt>
          <dd>{request.txnRefNo}</dd>
        </div>
        <div>
          <dt>{t('ui.provider.receipt.on')}</dt>
          <dd>{moment(received ?? new Date().toISOString())}</dd>
        </div>
      </dl>
      <div>
        <h2 className="title mb-8">{t('ui.provider.receipt.documents')}</h2>
        <ul className="plain-list outlined lines">
          {documents.map(({ documentNo, documentTitle, staged }) => (
            <li key={documentNo} className="py-8 px-12">
              <p className="m-0 medium break">{documentTitle}</p>
              {staged.map(({ fileId, fileName, size }) => (
                <p key={fileId} className="m-0 text-12 muted break">
                  {fileName} · {sizeText(size)}
                </p>
              ))}
              <Checked document={documentsIn(request).find((each) => each.documentNo === documentNo)} />
            </li>
          ))}
        </ul>
      </div>
      {missing.length > 0 ? (
        <div>
          <h2 className="title mb-8">
            {t('ui.provider.receipt.open', { date: day(request.documentDueDate) })}
          </h2>
          <ul className="m-0">
            {missing.map(({ documentNo, documentTitle }) => (
              <li key={documentNo}>{documentTitle}</li>
            ))}
          </ul>
        </div>
      ) : (
        <div>
          <h2 className="title mb-8">{t('ui.provider.receipt.next')}</h2>
          <p className="m-0">
            {t('ui.provider.receipt.check', { entity })}{' '}
            {request.expiresOn && t('ui.provider.receipt.openUntil', { date: day(request.expiresOn) })}
          </p>
          <p className="m-0 mt-8 strong">{t('ui.provider.receipt.close')}</p>
        </div>
      )}
      <Button variant={missing.length > 0 ? 'filled' : 'default'} onClick={onClose}>
        {t(missing.length > 0 ? 'ui.provider.receipt.rest' : 'ui.provider.receipt.back')}
      </Button>
    </section>
  );
}

const newestIn = (request: DocRequest, documentNo: number) => {
  const document = documentsIn(request).find((each) => each.documentNo === documentNo);
  return document && newestOf(document);
};

/** The automatic check, which may end while the receipt is shown. */
function Checked({ document }: { document: RequestDocument | undefined }) {
  const { t } = useTranslation();
  const verdict = document?.verification.verdict ?? 'None';
  if (verdict === 'None') return null;
  const isRejected = document?.status === 'Rejected';
  return (
    <p role="status" className={`m-0 text-12 break ${isRejected ? 'bad' : 'muted'}`}>
      {isRejected ? t(`reject.${document.reasonCode}`) : t(`ui.upload.verdict.${verdict}`)}
    </p>
  );
}
