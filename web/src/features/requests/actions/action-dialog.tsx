import { Button, Flex, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DayField } from '@/components/day-field';
import { DrawerMessage, useDrawerForm } from '@/components/form/drawer-form';
import { today } from '@/lib/days';
import { useFocusBack } from '@/lib/focus-back';
import type { RequestRow } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { useChoices } from '../data/use-choices';
import { notForwardable } from '../model/owing';
import { ChoiceField } from '../shared/choice-field';
import { fieldKeys } from '../shared/words';
import classes from './actions.module.css';
import { blank, check, fieldsOf, mostLetters, type Values } from './fields';

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
        title: classes.title,
        header: classes.header,
        body: classes.body,
      }}
      closeButtonProps={{ 'aria-label': t('ui.common.close') }}
    >
      <form ref={form.root} onSubmit={form.submit} noValidate>
        <Stack gap={16}>
          <Text c="dimmed" inherit>
            {t(`${words}.text`, { count: requests.length })}
          </Text>
          {children}
          <DrawerMessage {...form} />
          <ActionFields action={last} requests={requests} form={form} />
          <Flex wrap="wrap" justify="flex-end" gap={12} mt={8}>
            <Button variant="default" onClick={() => void form.close()}>
              {t('ui.requests.dialog.no')}
            </Button>
            <Button type="submit" color={dangerous.includes(last) ? 'red' : undefined} loading={form.busy}>
              {t(`${words}.yes`)}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Modal>
  );
}

interface ActionFieldsProps {
  action: string;
  /** The targets of the action. */
  requests: RequestRow[];
  form: ReturnType<typeof useDrawerForm<Values>>;
}

const reasonHints: Record<string, string> = {
  askwaiver: 'ui.requests.reasonToSecond',
  original: 'ui.requests.reasonRecorded',
};

/** The inputs of an action, if it has any. */
function ActionFields({ action, requests, form }: ActionFieldsProps) {
  const { t } = useTranslation();
  const names = fieldsOf(action);
  const label = (name: keyof Values) => t(fieldKeys(name));
  return (
    <>
      {names.includes('reason') && (
        <Textarea
          {...form.text('reason')}
          label={label('reason')}
          description={t(reasonHints[action] ?? 'ui.requests.reasonTold')}
          withAsterisk
          rows={4}
          resize="vertical"
          maxLength={mostLetters}
          data-autofocus
        />
      )}
      {names.includes('expiresOn') && (
        <DayField {...form.choice('expiresOn')} label={label('expiresOn')} withAsterisk min={today()} data-autofocus />
      )}
      {names.includes('documentDueDate') && (
        <DayField
          {...form.choice('documentDueDate')}
          label={label('documentDueDate')}
          description={t('ui.requests.dueKept')}
          min={today()}
        />
      )}
      {names.includes('toUserId') && <People {...form.choice('toUserId')} requests={requests} />}
    </>
  );
}

interface PeopleProps {
  requests: RequestRow[];
  value: string | null;
  error: string | undefined;
  onChange(value: string | null): void;
}

function People({ requests, value, error, onChange }: PeopleProps) {
  const { t } = useTranslation();
  const { userId } = useAuth();
  const left = notForwardable(requests, userId);
  const choices = useChoices('usermaster', 'userId')?.filter((choice) => !left.includes(choice.value));
  return (
    <ChoiceField
      label={t(fieldKeys('toUserId'))}
      value={value}
      error={error}
      onChange={onChange}
      choices={choices}
      required
      data-autofocus
      data-field="toUserId"
    />
  );
}
