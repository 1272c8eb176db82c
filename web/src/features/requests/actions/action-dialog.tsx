import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DrawerMessage, useDrawerForm } from '@/components/form/drawer-form';
import { useFocusBack } from '@/lib/focus-back';
import type { RequestRow } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { ActionFields } from './action-fields';
import classes from './actions.module.css';
import { blank, check, type Values } from './fields';

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
  const form = useDrawerForm<Values>({
    opened: action,
    blank,
    check: (values) => check(action ?? '', values),
    run,
    onStale,
    onClose,
  });
  // Keep the last action so that its text does not vanish while fading out.
  const [last, setLast] = useState(action);
  if (action && action !== last) setLast(action);
  useFocusBack(action !== null);
  if (!last) return null;
  const words = `ui.requests.dialog.${last}`;
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
      <form ref={form.root} onSubmit={form.submit} className="column gap-16" noValidate>
        <p className="m-0 muted">{t(`${words}.text`, { count: requests.length })}</p>
        {children}
        <DrawerMessage {...form} />
        <ActionFields action={last} requests={requests} form={form} />
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
