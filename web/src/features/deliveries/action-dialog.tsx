import { Button, Flex, Modal, Text, TextInput } from '@mantine/core';
import { Form, SubmitButton, useForm } from '@/components/form';
import { useFocusBack } from '@/lib/focus-back';
import { useTranslation } from '@/lib/wording';
import { type Action, act, type Delivery } from './calls';

export interface Acting {
  action: Action;
  rows: Delivery[];
}

interface Props {
  acting: Acting;
  screenCode: string;
  onClose(): void;
  onDone(): void;
}

/** Confirms an action on messages; a corrected address is entered here. */
export function ActionDialog({ acting: { action, rows }, screenCode, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const first = rows[0];
  const form = useForm({
    blank: { recipient: first?.recipient ?? '' },
    check: () => ({}),
    run: async ({ recipient }) => {
      await act(screenCode, action, rows, action === 'correct' ? recipient.trim() : undefined);
      onDone();
    },
  });
  useFocusBack(true);
  const words = `ui.deliveries.dialog.${action}`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`${words}.title`, { count: rows.length })}
      returnFocus={false}
      size={460}
      closeButtonProps={{ 'aria-label': t('ui.common.close') }}
    >
      <Form form={form}>
        <Text c="dimmed" inherit>
          {t(`${words}.text`)}
        </Text>
        {action === 'correct' && first && (
          <TextInput
            {...form.text('recipient')}
            label={t(`ui.deliveries.dialog.correct.field.${first.channel}`)}
            inputMode={first.channel === 'SMS' ? 'tel' : 'email'}
            autoComplete="off"
            data-autofocus
          />
        )}
        <Flex wrap="wrap" justify="flex-end" gap={12} mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('ui.deliveries.dialog.no')}
          </Button>
          <SubmitButton form={form} color={action === 'dismiss' ? 'red' : undefined}>
            {t(`${words}.yes`)}
          </SubmitButton>
        </Flex>
      </Form>
    </Modal>
  );
}
