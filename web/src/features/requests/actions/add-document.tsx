import { Select, Switch, Textarea } from '@mantine/core';
import { DayField } from '@/components/day-field';
import { DrawerForm, useDrawerForm } from '@/components/form/drawer-form';
import { isDate, today } from '@/lib/days';
import type { DocRequest } from '@/lib/requests';
import { t as say, useTranslation } from '@/lib/wording';
import { useDocumentChoices } from '../data/use-choices';
import { nameOf, owingOf } from '../model/owing';
import { ChoiceField } from '../shared/choice-field';
import { mostLetters } from './fields';
import type { useActions } from './use-actions';

interface Props {
  opened: boolean;
  request: DocRequest;
  actions: ReturnType<typeof useActions>;
  onClose(): void;
}

interface Values {
  partySeqNo: string | null;
  documentCode: string | null;
  mandatory: boolean;
  instructions: string;
  documentDueDate: string | null;
}

const label = (name: keyof Values) => say(`ui.requests.add.${name}`);

function check(values: Values) {
  const due = values.documentDueDate;
  const isGood = !due || (isDate(due) && due >= today());
  return {
    partySeqNo: values.partySeqNo ? undefined : say('message.select', { label: label('partySeqNo') }),
    documentCode: values.documentCode ? undefined : say('message.select', { label: label('documentCode') }),
    documentDueDate: isGood ? undefined : say('message.validDate'),
  };
}

/** Adds a document to one of the parties. */
export function AddDocument({ opened, request, actions, onClose }: Props) {
  const { t } = useTranslation();
  const parties = owingOf(request).map(({ party }) => ({
    value: String(party.partySeqNo),
    label: nameOf(party),
  }));
  const first = parties.length === 1 ? (parties[0]?.value ?? null) : null;
  const choices = useDocumentChoices(opened);
  const form = useDrawerForm<Values>({
    opened,
    blank: {
      partySeqNo: first,
      documentCode: null,
      mandatory: true,
      instructions: '',
      documentDueDate: null,
    },
    check,
    run: ({ partySeqNo, documentCode, mandatory, instructions, documentDueDate }) =>
      actions.run('adddocument', {
        partySeqNo: Number(partySeqNo),
        documentCode,
        mandatory,
        ...(instructions.trim() && { instructions: instructions.trim() }),
        ...(documentDueDate && { documentDueDate }),
      }),
    onStale: actions.renew,
    onClose,
  });
  return (
    <DrawerForm
      opened={opened}
      title={t('ui.requests.action.adddocument')}
      sub={request.txnRefNo}
      yes={t('ui.common.add')}
      form={form}
    >
      <Select
        {...form.choice('partySeqNo')}
        label={label('partySeqNo')}
        withAsterisk
        data={parties}
        allowDeselect={false}
      />
      <ChoiceField
        {...form.choice('documentCode')}
        label={label('documentCode')}
        required
        choices={choices}
      />
      <Switch
        label={label('mandatory')}
        checked={form.values.mandatory}
        onChange={(event) => form.set({ mandatory: event.currentTarget.checked })}
      />
      <Textarea
        {...form.text('instructions')}
        label={label('instructions')}
        rows={3}
        resize="vertical"
        maxLength={mostLetters}
      />
      <DayField {...form.choice('documentDueDate')} label={label('documentDueDate')} min={today()} />
    </DrawerForm>
  );
}
