import { Box, Flex, Group, Skeleton } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { ApiError } from '@/lib/api';
import type { DocRequest } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { RequestStatus } from '@/shared/request-status';
import { useNames } from '../data/use-choices';
import { useRequest } from '../data/use-request';
import { useRequestRoutes } from '../request-routes';
import classes from './shared.module.css';

interface Props {
  txnRefNo: string;
  screenId: string;
  children(request: DocRequest): ReactNode;
}

/** The request, or a placeholder. A request of another tenant looks the same as one that does not exist. */
export function LoadedRequest({ txnRefNo, screenId, children }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRequest(txnRefNo, screenId);
  const { list } = useRequestRoutes();
  if (data) return children(data);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        order={1}
        Icon={IconFileOff}
        title={t('ui.requests.gone.title')}
        text={t('ui.requests.gone.text', { name: txnRefNo })}
      >
        {list && (
          <Link to={list} className={looks.textLink}>
            {t('ui.requests.gone.link')}
          </Link>
        )}
      </EmptyState>
    );
  }
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-label={t('ui.common.loading')}>
      <Skeleton height={28} width={260} mb={10} />
      <Skeleton height={14} width={340} maw="80%" mb={24} />
      <Skeleton height={96} radius="lg" mb={16} />
      <Skeleton height={360} radius="lg" />
    </div>
  );
}

/** The customer, the status, and the actions of the request. */
export function RequestHead({ request, children }: { request: DocRequest; children?: ReactNode }) {
  const category = useNames('categorydefinition', 'categoryCode', [request.requestCategory]);
  const branch = useNames('branchmaster', 'branchCode', [request.branchCode]);
  const facts = [category(request.requestCategory), branch(request.branchCode)].filter(Boolean);
  return (
    <Flex component="header" gap="12px 16px" wrap="wrap" justify="space-between" align="flex-start" mb={16}>
      <Box miw={0}>
        <Group gap="4px 12px">
          <h1 className={looks.break}>{request.customerName || request.txnRefNo}</h1>
          <RequestStatus value={request.transactionStatus} />
        </Group>
        <Box component="p" className={classes.second} c="dimmed">
          <Box component="span" className={`${classes.reference} ${looks.figures}`} fw={500}>
            {request.txnRefNo}
          </Box>
          {facts.map((fact) => (
            <span key={fact} title={fact}>
              {fact}
            </span>
          ))}
        </Box>
      </Box>
      {children && <div className={classes.actions}>{children}</div>}
    </Flex>
  );
}
