import { Skeleton } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRequest } from '@/components/document-upload';
import { LoadFailed } from '@/components/load-failed';
import classes from './one.module.css';
import { OpenRequest } from './open-request';

/** Upload Documents: one request of the caller, with everything to be done about it. */
export function ProviderRequest({ txnRefNo }: { txnRefNo: string }) {
  const { t } = useTranslation();
  const { request, remarks, failed, error, reload, change, readRemarks } = useRequest(txnRefNo);
  return (
    <>
      <a href="/provider/requests" className={classes.back}>
        <IconChevronLeft size={18} stroke={1.75} aria-hidden />
        {t('screen.providerRequests')}
      </a>
      {request && (
        <OpenRequest request={request} remarks={remarks} onChange={change} onRemarked={readRemarks} />
      )}
      {!request && (
        <>
          <h1 className={classes.title}>{t('screen.providerUpload')}</h1>
          {failed ? (
            <section className={classes.card}>
              <LoadFailed error={error} onRetry={reload} />
            </section>
          ) : (
            <Outline />
          )}
        </>
      )}
    </>
  );
}

function Outline() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('ui.common.loading')} className={classes.outline}>
      <Skeleton height={20} width="70%" />
      <Skeleton height={240} radius={12} />
    </div>
  );
}
