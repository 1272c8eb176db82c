import { Select, Switch, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { DayField } from '@/components/day-field';
import { DrawerForm, useDrawerForm } from '@/components/form/drawer-form';
import { isDate, today } from '@/lib/days';
import { toast } from '@/lib/feedback';
import { setHold } from '@/lib/holds';
import { type ActionName, actionNames, type DocRequest, type RequestAction } from '@/lib/requests';
import { t as say, useTranslation } from '@/lib/wording';
import { HoldDialog, type HoldOn } from '@/shared/hold-dialog';
import { removeRequest } from '../data/calls';
import { useDocumentChoices } from '../data/use-choices';
import { useKeys } from '../data/use-request';
import { nameOf, owingOf } from '../model/owing';
import { useRequestRoutes } from '../request-routes';
import { ChoiceField } from '../shared/choice-field';
import { ActionDialog } from './action-dialog';
import { AddParty } from './add-party';
import { bodyOf, mostLetters, type Values } from './fields';
import { useActions } from './use-actions';

interface Props {
  action: RequestAction | null;
  request: DocRequest;
  screenId: string;
  onClose(): void;
}

const forms: (RequestAction | null)[] = ['adddocument', 'addparty', 'hold'];

const isCall = (action: RequestAction | null): action is RequestAction & ActionName =>
  action !== null && (actionNames as readonly string[]).includes(action);

/** All dialogs of the request's actions. */
export default function RequestDialogs({ action, request, screenId, onClose }: Props) {
  const actions = useActions(request, screenId);
  const remove = useRemoval(request, screenId);
  const run = async (values: Values) => {
    if (action === 'delete') await remove();
    else if (isCall(action)) await actions.run(action, bodyOf(action, values));
  };
  const shared = { request, actions, onClose };
  return (
    <>
      <ActionDialog
        action={forms.includes(action) ? null : action}
        name={request.txnRefNo}
        requests={[request]}
        run={run}
        onStale={actions.renew}
        onClose={onClose}
      />
      <AddDocument opened={action === 'adddocument'} {...shared} />
      <AddParty opened={action === 'addparty'} {...shared} />
      {action === 'hold' && <SetHold request={request} screenId={screenId} renew={actions.renew} onClose={onClose} />}
    </>
  );
}

/** A deleted request has nothing to show: return to a list. */
function useRemoval({ txnRefNo, versionNumber }: DocRequest, screenId: string) {
  const { list } = useRequestRoutes();
  const keys = useKeys();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await removeRequest({ txnRefNo, versionNumber }, { screenId });
    void queries.invalidateQueries({ queryKey: keys.lists });
    void navigate({ to: list ?? '/auth/home', replace: true });
  };
}

interface AddDocumentProps {
  opened: boolean;
  request: DocRequest;
  actions: ReturnType<typeof useActions>;
  onClose(): void;
}

interface NewDocument {
  partySeqNo: string | null;
  documentCode: string | null;
  mandatory: boolean;
  instructions: string;
  documentDueDate: string | null;
}

const label = (name: keyof NewDocument) => say(`ui.requests.add.${name}`);

function checkDocument(values: NewDocument) {
  const due = values.documentDueDate;
  const isGood = !due || (isDate(due) && due >= today());
  return {
    partySeqNo: values.partySeqNo ? undefined : say('message.select', { label: label('partySeqNo') }),
    documentCode: values.documentCode ? undefined : say('message.select', { label: label('documentCode') }),
    documentDueDate: isGood ? undefined : say('message.validDate'),
  };
}

/** Adds a document to one of the parties. */
function AddDocument({ opened, request, actions, onClose }: AddDocumentProps) {
  const { t } = useTranslation();
  const parties = owingOf(request).map(({ party }) => ({
    value: String(party.partySeqNo),
    label: nameOf(party),
  }));
  const first = parties.length === 1 ? (parties[0]?.value ?? null) : null;
  const choices = useDocumentChoices(opened);
  const form = useDrawerForm<NewDocument>({
    opened,
    blank: {
      partySeqNo: first,
      documentCode: null,
      mandatory: true,
      instructions: '',
      documentDueDate: null,
    },
    check: checkDocument,
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
      <ChoiceField {...form.choice('documentCode')} label={label('documentCode')} required choices={choices} />
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

interface SetHoldProps {
  request: DocRequest;
  screenId: string;
  renew(): Promise<unknown>;
  onClose(): void;
}

/** What is not held yet: the request, and its customer. */
function holdTargets({ legalHolds = [] }: DocRequest): HoldOn[] {
  const targets: HoldOn[] = [];
  if (!legalHolds.some(({ txnRefNo }) => txnRefNo)) targets.push('request');
  if (!legalHolds.some(({ customerReference }) => customerReference)) targets.push('customer');
  return targets;
}

/** Sets a legal hold on the request, or on all requests of its customer. */
function SetHold({ request, screenId, renew, onClose }: SetHoldProps) {
  const { t } = useTranslation();
  const { txnRefNo, customerReference } = request;
  return (
    <HoldDialog
      words="set"
      name={txnRefNo}
      targets={holdTargets(request)}
      customerReference={customerReference}
      run={async (on, reason) => {
        await setHold(on === 'request' ? { txnRefNo } : { customerReference }, reason, { screenId });
        await renew();
        toast(t('ui.hold.isSet'), 'good');
      }}
      onClose={onClose}
    />
  );
}
