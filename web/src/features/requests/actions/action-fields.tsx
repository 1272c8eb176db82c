import { Textarea } from '@mantine/core';
import { DayField } from '@/components/day-field';
import { today } from '@/lib/days';
import type { RequestRow } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { useChoices } from '../data/use-choices';
import { notForwardable } from '../model/people';
import { ChoiceField } from '../shared/choice-field';
import { fieldKeys } from '../shared/words';
import { type Faults, fieldsOf, mostLetters, type Values } from './fields';

interface Props {
  action: string;
  /** The targets of the action. */
  requests: RequestRow[];
  values: Values;
  faults: Faults;
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void;
}

/** The inputs of an action, if it has any. */
export function ActionFields({ action, requests, values, faults, set }: Props) {
  const { t } = useTranslation();
  const names = fieldsOf(action);
  const label = (name: keyof Values) => t(fieldKeys(name));
  return (
    <>
      {names.includes('reason') && (
        <Textarea
          label={label('reason')}
          description={t(action === 'askwaiver' ? 'ui.requests.reasonToSecond' : 'ui.requests.reasonTold')}
          withAsterisk
          rows={4}
          resize="vertical"
          maxLength={mostLetters}
          data-autofocus
          data-field="reason"
          value={values.reason}
          error={faults.reason}
          onChange={(event) => set('reason', event.currentTarget.value)}
        />
      )}
      {names.includes('expiresOn') && (
        <DayField
          label={label('expiresOn')}
          withAsterisk
          min={today()}
          data-autofocus
          data-field="expiresOn"
          value={values.expiresOn}
          error={faults.expiresOn}
          onChange={(value) => set('expiresOn', value)}
        />
      )}
      {names.includes('documentDueDate') && (
        <DayField
          label={label('documentDueDate')}
          description={t('ui.requests.dueKept')}
          min={today()}
          data-field="documentDueDate"
          value={values.documentDueDate}
          error={faults.documentDueDate}
          onChange={(value) => set('documentDueDate', value)}
        />
      )}
      {names.includes('toUserId') && (
        <People
          requests={requests}
          value={values.toUserId}
          error={faults.toUserId}
          onChange={(value) => set('toUserId', value)}
        />
      )}
    </>
  );
}

interface PeopleProps {
  requests: RequestRow[];
  value: string | null;
  error: string | undefined;
  onChange(value: string | null): void;
}

function People({ requests, ...props }: PeopleProps) {
  const { t } = useTranslation();
  const { userId } = useAuth();
  const left = notForwardable(requests, userId);
  const choices = useChoices('usermaster', 'userId')?.filter(({ value }) => !left.includes(value));
  return (
    <ChoiceField
      {...props}
      label={t(fieldKeys('toUserId'))}
      choices={choices}
      required
      data-autofocus
      data-field="toUserId"
    />
  );
}
