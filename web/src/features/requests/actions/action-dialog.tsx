import { Button, Modal } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FormMessage } from '@/components/form-message';
import { useFocusBack } from '@/lib/focus-back';
import type { RequestRow } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { ActionFields } from './action-fields';
import classes from './actions.module.css';
import type { Values } from './fields';
import { useActionForm } from './use-action-form';

interface Props {
  /** Undefined while closed. */
  action: string | null;
  /** The subject: a reference, or a count. */
  name: string;
  requests: RequestRow[];
  /** False keeps the dialog open. */
  run(values: Values): Promise<unknown>;
  onStale(): Promise<unknown>;
  onClose(): void;
  children?: ReactNode;
}

const dangerous = ['decline', 'cancel', 'delete', 'removedocument'];

/** Confirms an action and collects its inputs: a reason, a date, a person. */
export function ActionDialog({ action, name, requests, run, onStale, onClose, children }: Props) {
  const { t } = useTranslation();
  const form = useActionForm({ action, run, onStale, onClose });
  // Keep the last action so that its text does not vanish while fading out.
  const [last, setLast] = useState(action);
  if (action && action !== last) setLast(action);
  useFocusBack(action !== null);
  if (!last) return null;
  const words = `ui.requests.dialog.${last}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Modal
      opened={action !== null}
      onClose={() => void form.close()}
      title={t(`${words}.title`, { name })}
      returnFocus={false}
      size={460}
      classNames={{
        title: `${classes.title} strong break tight`,
        header: classes.header,
        body: classes.body,
      }}
      closeButtonProps={{ 'aria-label': t('ui.common.close') }}
    >
      <form ref={form.root} onSubmit={submit} className="column gap-16" noValidate>
        <p className="m-0 muted">{t(`${words}.text`, { count: requests.length })}</p>
        {children}
        {form.trouble && (
          <FormMessage tone={form.trouble.kind === 'stale' ? 'info' : 'bad'}>
            {form.trouble.kind === 'stale' ? t('ui.requests.stale') : form.trouble.message}
          </FormMessage>
        )}
        <ActionFields
          action={last}
          requests={requests}
          values={form.values}
          faults={form.faults}
          set={form.set}
        />
        <div className="flex wrap at-end mt-8 gap-12">
          <Button variant="default" onClick={() => void form.close()}>
            {t('ui.requests.dialog.no')}
          </Button>
          <Button type="submit" color={dangerous.includes(last) ? 'red' : undefined} loading={form.busy}>
            {t(`${words}.yes`)}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
