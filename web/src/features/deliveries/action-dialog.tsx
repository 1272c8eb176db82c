import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormMessage, useSubmit } from '@/components/form';
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
  const [recipient, setRecipient] = useState(first?.recipient ?? '');
  const submission = useSubmit();
  useFocusBack(true);
  const words = `ui.deliveries.dialog.${action}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void submission.run(async () => {
      await act(screenCode, action, rows, action === 'correct' ? recipient.trim() : undefined);
      onDone();
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`${words}.title`, { count: rows.length })}
      returnFocus={false}
      size={460}
      closeButtonProps={{ 'aria-label': t('ui.common.close') }}
    >
      <form onSubmit={submit} className="column gap-16" noValidate>
        <p className="m-0 muted">{t(`${words}.text`)}</p>
        {action === 'correct' && first && (
          <TextInput
            label={t(`ui.deliveries.dialog.correct.field.${first.channel}`)}
            value={recipient}
            onChange={(event) => setRecipient(event.currentTarget.value)}
            error={submission.message || undefined}
            inputMode={first.channel === 'SMS' ? 'tel' : 'email'}
            autoComplete="off"
            data-autofocus
          />
        )}
        {action !== 'correct' && submission.message && (
          <FormMessage tone="bad">{submission.message}</FormMessage>
        )}
        <div className="flex wrap at-end mt-8 gap-12">
          <Button variant="default" onClick={onClose}>
            {t('ui.deliveries.dialog.no')}
          </Button>
          <Button type="submit" color={action === 'dismiss' ? 'red' : undefined} loading={submission.busy}>
            {t(`${words}.yes`)}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
