import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '@/lib/api';
import { EmptyState } from '../empty-state';

/** What failed, where the data would have stood, and another try. */
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
