import { Button, Flex, Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import { Form, missing, SubmitButton, useForm } from '@/components/form';
import { holdInputLimits } from '@/generated/requests';
import { useFocusBack } from '@/lib/focus-back';
import { useTranslation } from '@/lib/wording';

export type HoldOn = 'request' | 'customer';

interface Props {
  /** Setting a hold on a request, keeping what the calendar lists, or lifting a hold. */
  words: 'set' | 'keep' | 'liftDialog';
  name: string;
  count?: number;
  /** The choices; one alone is named, not asked for. */
  targets: HoldOn[];
  customerReference?: string;
  run(on: HoldOn, reason: string): Promise<unknown>;
  onClose(): void;
}

/** Sets or lifts a legal hold, with a reason. */
export function HoldDialog({ words, name, count, targets, customerReference, run, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm<{ on: HoldOn; reason: string }>({
    blank: { on: targets[0] ?? 'request', reason: '' },
    check: ({ reason }) => (reason.trim() ? {} : missing(['reason'], () => t('ui.hold.reason'))),
    run: async ({ on, reason }) => {
      await run(on, reason.trim());
      onClose();
    },
  });
  useFocusBack(true);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`ui.hold.${words}.title`, { name, count })}
      returnFocus={false}
      size={480}
      closeButtonProps={{ 'aria-label': t('ui.common.close') }}
    >
      <Form form={form}>
        <Text c="dimmed" inherit>
          {t(`ui.hold.${words}.text`)}
        </Text>
        {targets.length === 1 && words !== 'keep' && (
          <Text fw={600} inherit>
            {t(`ui.hold.${targets[0]}`, { reference: customerReference })}
          </Text>
        )}
        {targets.length > 1 && (
          <Radio.Group
            label={t('ui.hold.target')}
            value={form.values.on}
            onChange={(on) => form.set({ on: on as HoldOn })}
          >
            <Stack gap={8} mt={8}>
              {targets.map((on) => (
                <Radio key={on} value={on} label={t(`ui.hold.${on}`, { reference: customerReference })} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Textarea
          {...form.text('reason')}
          label={t('ui.hold.reason')}
          description={t('ui.hold.reasonText')}
          withAsterisk
          rows={3}
          resize="vertical"
          maxLength={holdInputLimits.reason}
          data-autofocus
        />
        <Flex wrap="wrap" justify="flex-end" gap={12} mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('ui.common.cancel')}
          </Button>
          <SubmitButton form={form} color={words === 'liftDialog' ? 'red' : undefined}>
            {t(`ui.hold.${words}.yes`)}
          </SubmitButton>
        </Flex>
      </Form>
    </Modal>
  );
}

export default HoldDialog;
