import { Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useMatches } from '@tanstack/react-router';
import { LoadFailed } from '@/components/empty-state';
import { useTranslation } from '@/lib/wording';
import { useRequest } from '@/shared/document-upload';
import { OnBehalf } from './on-behalf';
import classes from './upload.module.css';

const referenceAt = (path: string) => /\/transactions\/([^/]+)/.exec(path)?.[1] ?? '';

/** Upload Documents: staff submit what parties brought or sent another way. */
export function UploadScreen() {
  const { t } = useTranslation();
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  const txnRefNo = decodeURIComponent(referenceAt(path));
  const request: string = `/requestor/transactions/${encodeURIComponent(txnRefNo)}`;
  return (
    <div className={classes.page}>
      <Link to={request} className={`${classes.back} inline-row gap-6 text-13 medium brand`}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden />
        {t('ui.upload.toRequest')}
      </Link>
      <h1 className="m-0">{t('screen.SD-BNK-008')}</h1>
      <Content key={txnRefNo} txnRefNo={txnRefNo} />
    </div>
  );
}

function Content({ txnRefNo }: { txnRefNo: string }) {
  const { t } = useTranslation();
  const { request, remarks, failed, error, reload, change, readRemarks } = useRequest(txnRefNo);
  if (failed) return <LoadFailed error={error} onRetry={reload} />;
  if (!request) {
    return (
      <div role="status" aria-label={t('ui.common.loading')} className="gap-20 grid mt-8">
        <Skeleton height={20} width="50%" />
        <Skeleton height={280} radius="lg" />
      </div>
    );
  }
  return <OnBehalf request={request} remarks={remarks} onChange={change} onRemarked={readRemarks} />;
}
