import { Button, Group } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCloudOff, IconLayoutGridAdd, IconPlugConnectedX, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/empty-state';
import { messageOf } from '@/lib/api';
import { useTranslation } from '@/lib/wording';

interface ErrorProps {
  /** Absent when the requested record cannot exist. */
  error: unknown;
  onRetry(): void;
}

/** The error in place of the data, with a retry button. */
export function ErrorState({ error, onRetry }: ErrorProps) {
  const { t } = useTranslation();
  const { online } = useNetwork();
  const icon = online ? <IconPlugConnectedX size={24} aria-hidden /> : <IconCloudOff size={24} aria-hidden />;
  const title = online ? (error ? messageOf(error) : t('message.noRecords')) : t('ui.master.offline.title');
  return (
    <div role="alert">
      <EmptyState icon={icon} title={title} text={online ? undefined : t('ui.master.offline.text')}>
        <Button variant="default" onClick={onRetry}>
          {t('ui.common.retry')}
        </Button>
      </EmptyState>
    </div>
  );
}

export function NoResult({ onClear }: { onClear(): void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconSearchOff size={24} aria-hidden />}
      title={t('message.noRecords')}
      text={t('ui.master.noResult')}
    >
      <Button variant="default" onClick={onClear}>
        {t('ui.common.clear')}
      </Button>
    </EmptyState>
  );
}

interface NothingProps {
  many: string;
  /** The text for users who may not add anything. */
  canAdd: boolean;
  children: ReactNode;
}

/** An empty list: suggests adding the first record. */
export function NothingYet({ many, canAdd, children }: NothingProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconLayoutGridAdd size={24} aria-hidden />}
      title={t('ui.master.empty.title', { many })}
      text={t(canAdd ? 'ui.master.empty.add' : 'ui.master.empty.wait')}
    >
      {canAdd && <Group justify="center">{children}</Group>}
    </EmptyState>
  );
}
