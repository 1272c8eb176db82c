import { TextInput } from '@mantine/core';
import { useForm } from '@/components/form';
import { FormDialog } from '@/components/form/form-dialog';
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
  const words = `ui.deliveries.dialog.${action}`;
  return (
    <FormDialog
      form={form}
      title={t(`${words}.title`, { count: rows.length })}
      text={t(`${words}.text`)}
      yes={t(`${words}.yes`)}
      no={t('ui.deliveries.dialog.no')}
      isDangerous={action === 'dismiss'}
      onClose={onClose}
    >
      {action === 'correct' && first && (
        <TextInput
          {...form.text('recipient')}
          label={t(`ui.deliveries.dialog.correct.field.${first.channel}`)}
          inputMode={first.channel === 'SMS' ? 'tel' : 'email'}
          autoComplete="off"
          data-autofocus
        />
      )}
    </FormDialog>
  );
}
