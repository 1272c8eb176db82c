import { Button, Flex, Modal, Text, Textarea } from '@mantine/core';
import { Form, SubmitButton, useForm } from '@/components/form';
import { useFocusBack } from '@/lib/focus-back';
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
  useFocusBack(true);
  const words = `ui.proposals.dialog.${action}`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`${words}.title`, { count: proposals.length })}
      returnFocus={false}
      size={460}
      closeButtonProps={{ 'aria-label': t('ui.common.close') }}
    >
      <Form form={form}>
        <Text c="dimmed" inherit>
          {t(`${words}.text`)}
        </Text>
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
        <Flex wrap="wrap" justify="flex-end" gap={12} mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('ui.proposals.dialog.no')}
          </Button>
          <SubmitButton form={form} color={action === 'approve' ? undefined : 'red'}>
            {t(`ui.proposals.${action}`)}
          </SubmitButton>
        </Flex>
      </Form>
    </Modal>
  );
}
