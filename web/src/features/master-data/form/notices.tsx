import { Alert, Button, Group } from '@mantine/core';
import { IconAlertCircle, IconHistory, IconRefreshAlert } from '@tabler/icons-react';
import { messageOf } from '@/lib/api';
import { useTranslation } from '@/lib/wording';
import classes from './form.module.css';
import type { Trouble } from './use-submit';

interface Props {
  trouble: Trouble | null;
  isRestored: boolean;
  onReload(): void;
  onKeep(): void;
  onDiscard(): void;
}

/** Notices about the form as a whole: a failure, a change by another user, restored input. */
export function Notices({ trouble, isRestored, onReload, onKeep, onDiscard }: Props) {
  const { t } = useTranslation();
  if (trouble?.kind === 'stale') {
    return (
      <Alert
        className={classes.notice}
        data-tone="warn"
        icon={<IconRefreshAlert aria-hidden />}
        title={t('message.stale')}
        role="alert"
      >
        {t('ui.master.stale.about')}
        <Group gap={8} mt={12}>
          <Button size="xs" onClick={onKeep}>
            {t('ui.master.stale.keep')}
          </Button>
          <Button size="xs" variant="default" onClick={onReload}>
            {t('ui.master.stale.reload')}
          </Button>
        </Group>
      </Alert>
    );
  }
  if (trouble) {
    return (
      <Alert className={classes.notice} data-tone="bad" icon={<IconAlertCircle aria-hidden />} role="alert">
        {messageOf(trouble.error)}
      </Alert>
    );
  }
  if (!isRestored) return null;
  return (
    <Alert className={classes.notice} data-tone="info" icon={<IconHistory aria-hidden />} role="status">
      <Group justify="space-between" gap={8}>
        {t('ui.master.restored')}
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t('ui.master.startOver')}
        </Button>
      </Group>
    </Alert>
  );
}
