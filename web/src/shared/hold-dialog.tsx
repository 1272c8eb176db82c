import { Radio, Stack, Text, Textarea } from '@mantine/core';
import { missing, useForm } from '@/components/form';
import { FormDialog } from '@/components/form/form-dialog';
import { holdInputLimits } from '@/generated/requests';
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
  return (
    <FormDialog
      form={form}
      title={t(`ui.hold.${words}.title`, { name, count })}
      text={t(`ui.hold.${words}.text`)}
      yes={t(`ui.hold.${words}.yes`)}
      no={t('ui.common.cancel')}
      isDangerous={words === 'liftDialog'}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}

export default HoldDialog;
