import { Alert, Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { messageOf } from '@/lib/api';
import type { ScreenInfo } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import classes from './access.module.css';

export function GridHead({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  return (
    <header className={classes.head}>
      <h1>{t(`screen.${screen.screenCode}`, { defaultValue: screen.title })}</h1>
      <p>{t(`resource.${screen.resource}.about`)}</p>
    </header>
  );
}

interface GridStateProps {
  /** What to do first, when the grid cannot be shown yet. */
  hint?: string;
  isPending: boolean;
  error: unknown;
  isEmpty: boolean;
  onRetry: () => void;
  children: ReactNode;
}

/** The grid, or why it is not there. */
export function GridState({ hint, isPending, error, isEmpty, onRetry, children }: GridStateProps) {
  const { t } = useTranslation();
  if (hint) return <p className={classes.hint}>{hint}</p>;
  if (error) {
    return (
      <Alert color="red" role="alert">
        {messageOf(error)}{' '}
        <Button variant="default" size="xs" onClick={onRetry}>
          {t('ui.common.retry')}
        </Button>
      </Alert>
    );
  }
  if (isPending) {
    return (
      <div role="status" aria-label={t('ui.common.loading')}>
        <Skeleton height={420} radius="lg" />
      </div>
    );
  }
  return isEmpty ? <p className={classes.hint}>{t('message.noRecords')}</p> : children;
}
