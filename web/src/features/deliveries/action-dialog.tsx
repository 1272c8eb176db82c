import { Button, Modal, TextInput } from '@mantine/core';
import { Form, SubmitButton, useForm } from '@/components/form';
import { type ListState, pageQuery } from '@/components/list';
import type { Delivery } from '@/generated/requests';
import { call, list, type Place } from '@/lib/api';
import { useFocusBack } from '@/lib/focus-back';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';

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
      <Form form={form} className="column gap-16">
        <p className="m-0 muted">{t(`${words}.text`)}</p>
        {action === 'correct' && first && (
          <TextInput
            {...form.text('recipient')}
            label={t(`ui.deliveries.dialog.correct.field.${first.channel}`)}
            inputMode={first.channel === 'SMS' ? 'tel' : 'email'}
            autoComplete="off"
            data-autofocus
          />
        )}
        <div className="flex wrap at-end mt-8 gap-12">
          <Button variant="default" onClick={onClose}>
            {t('ui.deliveries.dialog.no')}
          </Button>
          <SubmitButton form={form} color={action === 'dismiss' ? 'red' : undefined}>
            {t(`${words}.yes`)}
          </SubmitButton>
        </div>
      </Form>
    </Modal>
  );
}

export type { Delivery };

type Action = 'resend' | 'correct' | 'dismiss';

/** Administrators see all messages of the entity, other staff those about their requests. */
const placeOf = (screenCode: string): Place => ({
  area: screenCode.startsWith('SD-ADM') ? 'admin' : 'transaction',
  resource: 'delivery',
});

/** A message changes its state without anybody acting here. */
const renewal = 30_000;

/** One page of the messages. */
export function useDeliveries(screenCode: string) {
  const { entityCode, tenantCode, userId } = useAuth();
  return (state: ListState) => {
    const query = pageQuery(state);
    return {
      queryKey: ['deliveries', entityCode, tenantCode, userId, screenCode, query],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        list<Delivery>(placeOf(screenCode), query, { signal, screenId: screenCode }),
      refetchInterval: renewal,
    };
  };
}

/** Resends or dismisses messages; a recipient goes with one message only. */
const act = (screenCode: string, action: Action, rows: Delivery[], recipient?: string) =>
  call<Delivery>({
    ...placeOf(screenCode),
    operation: 'U',
    body: {
      action: action === 'dismiss' ? 'dismiss' : 'resend',
      records: rows.map(({ messageId }) => ({ messageId })),
      ...(recipient ? { recipient } : {}),
    },
    screenId: screenCode,
    failure: 'inline',
  });

/** A queued message may be on its way; a delivered one needs nothing. */
export const mayResend = ({ state }: Delivery) => state !== 'queued';
export const mayDismiss = ({ state }: Delivery) => ['queued', 'bounced', 'failed'].includes(state);
