import { Button, Flex, Skeleton, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconFileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { ApiError } from '@/lib/api';
import looks from '@/lib/theme/looks.module.css';
import { useRequest } from '@/shared/document-upload';
import { OpenRequest } from './open-request';
import classes from './request-page.module.css';

/** Upload Documents: one request of the caller, with all its actions. */
export function ProviderRequest({ txnRefNo }: { txnRefNo: string }) {
  const { t } = useTranslation();
  const { request, remarks, failed, error, reload, change, readRemarks } = useRequest(txnRefNo);
  return (
    <>
      <Flex
        href="/provider/requests"
        component="a"
        className={classes.back}
        display="inline-flex"
        align="center"
        gap={4}
        fz="sm"
        fw={500}
        c="var(--brand-text)"
      >
        <IconChevronLeft size={18} stroke={1.75} aria-hidden />
        {t('screen.providerRequests')}
      </Flex>
      {request && <OpenRequest request={request} remarks={remarks} onChange={change} onRemarked={readRemarks} />}
      {!request && (
        <>
          <Text component="h1" fz={24} lh={1.3} mb={24} fw={600}>
            {t('screen.providerUpload')}
          </Text>
          {failed ? (
            <section className={looks.card}>
              {isGone(error) ? <Gone /> : <LoadFailed error={error} onRetry={reload} />}
            </section>
          ) : (
            <Outline />
          )}
        </>
      )}
    </>
  );
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** A retry would not find it either. */
function Gone() {
  const { t } = useTranslation();
  return (
    <EmptyState Icon={IconFileOff} words="ui.provider.gone">
      <Button component="a" href="/provider/requests" variant="default">
        {t('ui.provider.gone.link')}
      </Button>
    </EmptyState>
  );
}

function Outline() {
  const { t } = useTranslation();
  return (
    <Stack role="status" aria-label={t('ui.common.loading')} gap={20}>
      <Skeleton height={20} width="70%" />
      <Skeleton height={240} radius={12} />
    </Stack>
  );
}
