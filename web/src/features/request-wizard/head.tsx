import { Box, Button, Group } from '@mantine/core';
import { IconArrowLeft, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import type { DraftState, useDraft } from './draft/use-draft';
import classes from './wizard.module.css';

const ImportDialog = lazy(() => import('./import/import-dialog'));

interface Props {
  title: string;
  /** Only a new request has a draft. */
  draft: ReturnType<typeof useDraft> | undefined;
  canImport: boolean;
  /** Back to the original request. */
  onLeave: (() => void) | undefined;
}

export function Head({ title, draft, canImport, onLeave }: Props) {
  const { t } = useTranslation();
  const [isImporting, setIsImporting] = useState(false);
  return (
    <Group className={classes.head} data-earlier={onLeave ? true : undefined}>
      <Box component="h1" className={classes.title} miw={0}>
        {title}
      </Box>
      {draft && <DraftNote state={draft.state} />}
      <Group className={classes.headActions} gap={8}>
        {onLeave && (
          <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onLeave}>
            {t('ui.wizard.leave')}
          </Button>
        )}
        {canImport && (
          <Button
            variant="default"
            className={classes.importButton}
            aria-label={t('ui.wizard.import')}
            title={t('ui.wizard.import')}
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => setIsImporting(true)}
          >
            {t('ui.wizard.import')}
          </Button>
        )}
        {draft && (
          <Button variant="default" onClick={draft.save} disabled={draft.state.kind === 'saving'}>
            {t('ui.wizard.draft.save')}
          </Button>
        )}
      </Group>
      <Suspense>{isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}</Suspense>
    </Group>
  );
}

/** Whether the input is saved. */
function DraftNote({ state }: { state: DraftState }) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const text = {
    none: '',
    saving: t('ui.wizard.draft.saving'),
    saved: state.kind === 'saved' ? t('ui.wizard.draft.saved', { time: time(state.at.toISOString()) }) : '',
    failed: t('ui.wizard.draft.failed'),
  }[state.kind];
  return (
    <Box
      component="span"
      className={classes.draftNote}
      fz="xs"
      role="status"
      data-failed={state.kind === 'failed' || undefined}
    >
      {text}
    </Box>
  );
}
