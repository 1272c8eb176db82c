import { IconAlertCircle, IconFileDescription } from '@tabler/icons-react';
import { FormNotice, RestoredNotice, StaleNotice } from '@/components/form/notice';
import { messageOf } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import type { Draft } from './data/calls';
import type { Trouble } from './use-send-request';

interface Props {
  trouble: Trouble | null;
  /** Errors that belong to no field of the page. */
  unplaced: string[];
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
    return <StaleNotice words="ui.wizard" onKeep={on.onKeep} onReload={on.onReload} />;
  }
  if (trouble?.kind === 'merged') {
    const { names, isOver } = trouble;
    return (
      <FormNotice tone="warn">
        {names.length > 0 && <div>{t('ui.wizard.stale.added', { names: names.join(', ') })}</div>}
        {isOver && <div>{t('ui.wizard.stale.over')}</div>}
      </FormNotice>
    );
  }
  if (trouble || unplaced.length > 0) {
    return (
      <FormNotice tone="bad">
        {trouble ? messageOf(trouble.error) : unplaced.map((text) => <div key={text}>{text}</div>)}
      </FormNotice>
    );
  }
  if (offered) {
    return (
      <FormNotice
        tone="info"
        icon={<IconFileDescription aria-hidden />}
        actions={[
          { label: t('ui.wizard.draft.apply'), onClick: on.onApply },
          { label: t('ui.wizard.draft.delete'), onClick: on.onDelete },
        ]}
      >
        {t('ui.wizard.draft.offered', { time: offered.updatedOn ? moment(offered.updatedOn) : '–' })}
      </FormNotice>
    );
  }
  if (isRestored) return <RestoredNotice onStartOver={on.onStartOver} />;
  if (proposal?.isFailed) {
    return (
      <FormNotice
        tone="warn"
        icon={<IconAlertCircle aria-hidden />}
        actions={[{ label: t('ui.common.retry'), onClick: () => proposal.retry() }]}
      >
        {t('ui.wizard.document.proposeFailed')}
      </FormNotice>
    );
  }
  return null;
}
