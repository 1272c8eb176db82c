import { Textarea } from '@mantine/core';
import { DayField } from '@/components/day-field';
import type { useDrawerForm } from '@/components/form/drawer-form';
import { today } from '@/lib/days';
import type { RequestRow } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { useChoices } from '../data/use-choices';
import { notForwardable } from '../model/owing';
import { ChoiceField } from '../shared/choice-field';
import { fieldKeys } from '../shared/words';
import { fieldsOf, mostLetters, type Values } from './fields';

interface Props {
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
export function ActionFields({ action, requests, form }: Props) {
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
        <DayField
          {...form.choice('expiresOn')}
          label={label('expiresOn')}
          withAsterisk
          min={today()}
          data-autofocus
        />
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
