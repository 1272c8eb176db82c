import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '@/lib/api';
import { EmptyState } from '../empty-state';

/** The error in place of the data, with a retry button. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState icon={<IconPlugConnectedX size={24} stroke={1.75} aria-hidden />} title={messageOf(error)}>
        <Button variant="default" onClick={onRetry}>
          {t('ui.common.retry')}
        </Button>
      </EmptyState>
    </div>
  );
}
