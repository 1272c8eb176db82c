import { Select, Switch, Textarea } from '@mantine/core';
import { DayField } from '@/components/day-field';
import { isDate, today } from '@/lib/days';
import type { DocRequest } from '@/lib/requests';
import { t as say, useTranslation } from '@/lib/wording';
import { useDocumentChoices } from '../data/use-choices';
import { owingOf } from '../model/owing';
import { nameOf } from '../model/people';
import { ChoiceField } from '../shared/choice-field';
import { DrawerForm } from './drawer-form';
import { mostLetters } from './fields';
import type { useActions } from './use-actions';
import { useDrawerForm } from './use-drawer-form';

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
  const dueFault = due && !isDate(due) ? say('message.validDate') : undefined;
  return {
    partySeqNo: values.partySeqNo ? undefined : say('message.select', { label: label('partySeqNo') }),
    documentCode: values.documentCode ? undefined : say('message.select', { label: label('documentCode') }),
    documentDueDate:
      dueFault ??
      (due && due < today() ? say('message.dateInPast', { label: label('documentDueDate') }) : undefined),
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
  const { values, set, faults } = form;
  return (
    <DrawerForm
      opened={opened}
      title={t('ui.requests.action.adddocument')}
      sub={request.txnRefNo}
      yes={t('ui.common.add')}
      form={form}
    >
      <Select
        data-field="partySeqNo"
        label={label('partySeqNo')}
        withAsterisk
        data={parties}
        value={values.partySeqNo}
        error={faults.partySeqNo}
        onChange={(partySeqNo) => set({ partySeqNo })}
        allowDeselect={false}
      />
      <ChoiceField
        data-field="documentCode"
        label={label('documentCode')}
        required
        choices={choices}
        value={values.documentCode}
        error={faults.documentCode}
        onChange={(documentCode) => set({ documentCode })}
      />
      <Switch
        label={label('mandatory')}
        checked={values.mandatory}
        onChange={(event) => set({ mandatory: event.currentTarget.checked })}
      />
      <Textarea
        data-field="instructions"
        label={label('instructions')}
        rows={3}
        resize="vertical"
        maxLength={mostLetters}
        value={values.instructions}
        error={faults.instructions}
        onChange={(event) => set({ instructions: event.currentTarget.value })}
      />
      <DayField
        data-field="documentDueDate"
        label={label('documentDueDate')}
        min={today()}
        value={values.documentDueDate}
        error={faults.documentDueDate}
        onChange={(documentDueDate) => set({ documentDueDate })}
      />
    </DrawerForm>
  );
}
