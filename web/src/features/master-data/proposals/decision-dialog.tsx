import { Textarea } from '@mantine/core';
import { useForm } from '@/components/form';
import { FormDialog } from '@/components/form/form-dialog';
import { type Decision, decide, type Proposal } from '@/lib/proposals';
import { useTranslation } from '@/lib/wording';

export interface Deciding {
  action: Decision;
  proposals: Proposal[];
}

interface Props extends Deciding {
  onClose(): void;
  /** The list may have changed, also after a refusal. */
  onDone(): Promise<unknown>;
}

/** Confirms a decision; a reason can be given with a decline. */
export function DecisionDialog({ action, proposals, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    blank: { remarks: '' },
    check: () => ({}),
    run: async ({ remarks }) => {
      try {
        for (const { proposalId } of proposals) await decide(proposalId, action, remarks.trim());
      } finally {
        await onDone();
      }
      onClose();
    },
  });
  const words = `ui.proposals.dialog.${action}`;
  return (
    <FormDialog
      form={form}
      title={t(`${words}.title`, { count: proposals.length })}
      text={t(`${words}.text`)}
      yes={t(`ui.proposals.${action}`)}
      no={t('ui.proposals.dialog.no')}
      isDangerous={action !== 'approve'}
      onClose={onClose}
    >
      {action === 'decline' && (
        <Textarea
          {...form.text('remarks')}
          label={t('ui.proposals.dialog.remarks')}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
        />
      )}
    </FormDialog>
  );
}
