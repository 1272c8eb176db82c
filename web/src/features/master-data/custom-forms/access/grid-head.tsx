import { Alert, Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { download, messageOf, type Place } from '@/lib/api';
import type { ScreenInfo } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import classes from './access.module.css';

interface GridHeadProps {
  screen: ScreenInfo;
  /** Exports all records, not only those on screen. */
  place: Place;
}

export function GridHead({ screen, place }: GridHeadProps) {
  const { t } = useTranslation();
  return (
    <header className={`${classes.head} flex between align-start gap-16`}>
      <div>
        <h1>{t(`screen.${screen.screenCode}`, { defaultValue: screen.title })}</h1>
        <p>{t(`resource.${screen.resource}.about`)}</p>
      </div>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void download(place).catch(() => {})}
      >
        {t('ui.common.export')}
      </Button>
    </header>
  );
}

interface GridStateProps {
  /** What to choose before the grid can be shown. */
  hint?: string;
  isPending: boolean;
  error: unknown;
  isEmpty: boolean;
  onRetry: () => void;
  children: ReactNode;
}

/** The grid, or why it is missing. */
export function GridState({ hint, isPending, error, isEmpty, onRetry, children }: GridStateProps) {
  const { t } = useTranslation();
  if (hint) return <p className={`${classes.hint} m-0 muted centered`}>{hint}</p>;
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
  return isEmpty ? (
    <p className={`${classes.hint} m-0 muted centered`}>{t('message.noRecords')}</p>
  ) : (
    children
  );
}
