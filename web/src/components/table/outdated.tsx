import { Button } from '@mantine/core';
import { useTranslation } from '@/lib/wording';
import classes from './table.module.css';

/** The list could not be refreshed; the rows may be outdated. */
export function Outdated({ text, onRetry }: { text: string; onRetry?(): void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.outdated} role="alert">
      {text}
      {onRetry && (
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('ui.common.retry')}
        </Button>
      )}
    </div>
  );
}
