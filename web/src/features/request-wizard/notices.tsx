import { Alert, Button, Group } from '@mantine/core';
import { IconAlertCircle, IconFileDescription, IconHistory, IconRefreshAlert } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { messageOf } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import type { Draft } from './draft/calls';
import type { Fault } from './model/check';
import type { Trouble } from './use-submit';
import classes from './wizard.module.css';
import { faultText } from './words';

interface Props {
  trouble: Trouble | null;
  /** Errors that belong to no field of the page. */
  unplaced: Fault[];
  offered: Draft | null;
  isRestored: boolean;
  /** For the step that shows documents. */
  proposal: { isLooking: boolean; isFailed: boolean; retry(): unknown } | undefined;
  onApply(): void;
  onDelete(): void;
  onKeep(): void;
  onReload(): void;
  onStartOver(): void;
}

/** Notices about the request as a whole, most serious first. */
export function Notices({ trouble, unplaced, offered, isRestored, proposal, ...on }: Props) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  if (trouble?.kind === 'stale') {
    return (
      <Note tone="warn" icon={<IconRefreshAlert aria-hidden />} title={t('message.stale')}>
        {t('ui.wizard.stale.about')}
        <Group gap={8} mt={12}>
          <Button size="xs" onClick={on.onKeep}>
            {t('ui.wizard.stale.keep')}
          </Button>
          <Button size="xs" variant="default" onClick={on.onReload}>
            {t('ui.wizard.stale.reload')}
          </Button>
        </Group>
      </Note>
    );
  }
  if (trouble?.kind === 'merged') {
    const { names, isOver } = trouble;
    return (
      <Note tone="warn" icon={<IconRefreshAlert aria-hidden />}>
        {names.length > 0 && <div>{t('ui.wizard.stale.added', { names: names.join(', ') })}</div>}
        {isOver && <div>{t('ui.wizard.stale.over')}</div>}
      </Note>
    );
  }
  if (trouble) {
    return (
      <Note tone="bad" icon={<IconAlertCircle aria-hidden />}>
        {messageOf(trouble.error)}
      </Note>
    );
  }
  if (unplaced.length > 0) {
    return (
      <Note tone="bad" icon={<IconAlertCircle aria-hidden />}>
        {unplaced.map((fault) => (
          <div key={fault.key + fault.field}>{faultText(t, fault)}</div>
        ))}
      </Note>
    );
  }
  if (offered) {
    return (
      <Note tone="info" icon={<IconFileDescription aria-hidden />}>
        {t('ui.wizard.draft.offered', { time: offered.updatedOn ? moment(offered.updatedOn) : '–' })}
        <Group gap={8} mt={12}>
          <Button size="xs" onClick={on.onApply}>
            {t('ui.wizard.draft.apply')}
          </Button>
          <Button size="xs" variant="default" onClick={on.onDelete}>
            {t('ui.wizard.draft.delete')}
          </Button>
        </Group>
      </Note>
    );
  }
  if (isRestored) {
    return (
      <Note tone="info" icon={<IconHistory aria-hidden />}>
        <Group justify="space-between" gap={8}>
          {t('ui.wizard.restored')}
          <Button size="xs" variant="default" onClick={on.onStartOver}>
            {t('ui.wizard.startOver')}
          </Button>
        </Group>
      </Note>
    );
  }
  if (proposal?.isFailed) {
    return (
      <Note tone="warn" icon={<IconAlertCircle aria-hidden />}>
        <Group justify="space-between" gap={8}>
          {t('ui.wizard.document.proposeFailed')}
          <Button size="xs" variant="default" onClick={() => proposal.retry()}>
            {t('ui.common.retry')}
          </Button>
        </Group>
      </Note>
    );
  }
  return null;
}

interface NoteProps {
  tone: 'info' | 'warn' | 'bad';
  icon: ReactNode;
  title?: string;
  children: ReactNode;
}

function Note({ tone, icon, title, children }: NoteProps) {
  const isGrave = tone !== 'info';
  const root = useRef<HTMLDivElement>(null);
  // The button that caused it may be far down the page.
  useEffect(() => {
    if (isGrave) root.current?.scrollIntoView({ block: 'center' });
  }, [isGrave]);
  const role = isGrave ? 'alert' : 'status';
  return (
    <Alert ref={root} className={classes.notice} data-tone={tone} icon={icon} title={title} role={role}>
      {children}
    </Alert>
  );
}
