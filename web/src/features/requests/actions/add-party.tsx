import { Checkbox, Input, MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { DocRequest } from '@/lib/requests';
import { useLanguage, useTranslation } from '@/lib/wording';
import { useDocumentChoices } from '../data/use-choices';
import {
  bodyOf,
  checkParty,
  emptyParty,
  isRequired,
  labelOf,
  longest,
  type NewParty,
  sharing,
  type TextName,
  tidied,
} from '../model/new-party';
import classes from './actions.module.css';
import { DrawerForm } from './drawer-form';
import type { useActions } from './use-actions';
import { type FieldFaults, useDrawerForm } from './use-drawer-form';

interface Props {
  opened: boolean;
  request: DocRequest;
  actions: ReturnType<typeof useActions>;
  onClose(): void;
}

/** Adds a party to the request. */
export function AddParty({ opened, request, actions, onClose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const documents = useDocumentChoices(opened);
  const form = useDrawerForm<NewParty>({
    opened,
    blank: emptyParty(language),
    check: (party) => checkParty(party, request),
    run: (party) => actions.run('addparty', { party: bodyOf(party, request) }),
    onStale: actions.renew,
    onClose,
    path: 'party.',
  });
  const { values, set, faults } = form;
  return (
    <DrawerForm
      opened={opened}
      title={t('ui.requests.action.addparty')}
      sub={request.txnRefNo}
      yes={t('ui.common.add')}
      form={form}
    >
      <Person party={values} faults={faults} set={set} />
      <Switch
        label={t('ui.wizard.party.mayAuthorise')}
        checked={values.authorizeOtherPty}
        onChange={(event) => set({ authorizeOtherPty: event.currentTarget.checked })}
      />
      {sharing(request) ? (
        <p className="m-0 muted">{t('ui.wizard.party.remarksShared')}</p>
      ) : (
        <Textarea
          data-field="requestRemarks"
          label={labelOf('requestRemarks')}
          description={t('ui.wizard.party.remarksHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rows={3}
          resize="vertical"
          maxLength={longest.requestRemarks}
          value={values.requestRemarks}
          error={faults.requestRemarks}
          onChange={(event) => set({ requestRemarks: event.currentTarget.value })}
        />
      )}
      {documents && (
        <MultiSelect
          label={t('ui.requests.add.documents')}
          description={t('ui.requests.add.documentsLater')}
          data={documents}
          value={values.documents}
          error={faults.documents}
          onChange={(chosen) => set({ documents: chosen })}
          searchable
          clearable
        />
      )}
    </DrawerForm>
  );
}

interface PersonProps {
  party: NewParty;
  faults: FieldFaults;
  set(patch: Partial<NewParty>): void;
}

const modes: Partial<Record<TextName, 'tel' | 'email'>> = { mobileNumber: 'tel', emailAddress: 'email' };

/** Name and contact details. */
function Person({ party, faults, set }: PersonProps) {
  const { t } = useTranslation();
  const text = (name: TextName) => (
    <TextInput
      data-field={name}
      label={labelOf(name)}
      withAsterisk={isRequired(name, party)}
      inputMode={modes[name] ?? 'text'}
      spellCheck={!modes[name]}
      maxLength={longest[name]}
      autoComplete="off"
      value={party[name]}
      error={faults[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      onBlur={() => {
        const tidy = tidied(name, party[name]);
        if (tidy !== party[name]) set({ [name]: tidy });
      }}
    />
  );
  const choice = (name: 'partyType' | 'langCode', options: string[]) => (
    <Select
      data-field={name}
      label={labelOf(name)}
      withAsterisk
      data={options.map((value) => ({ value, label: t(`option.${name}.${value}`) }))}
      value={party[name]}
      error={faults[name]}
      onChange={(value) => set({ [name]: value })}
      allowDeselect={false}
    />
  );
  return (
    <div className={`${classes.pair} pair align-top gap-12`}>
      {text('firstName')}
      {text('secondName')}
      {text('lastName')}
      {text('mobileNumber')}
      {text('emailAddress')}
      {choice('partyType', ['Customer', 'Banker'])}
      {choice('langCode', ['en', 'ta'])}
      <NotifyBy party={party} faults={faults} set={set} />
    </div>
  );
}

function NotifyBy({ party, faults, set }: PersonProps) {
  const { t } = useTranslation();
  const fault = faults.emailNotification;
  // Setting the value again clears the errors: without a notification no address is needed.
  const { emailNotification, emailAddress } = party;
  const change = (patch: Partial<NewParty>) => set({ emailNotification, emailAddress, ...patch });
  return (
    <Input.Wrapper label={t('ui.wizard.party.tell')} labelElement="div" withAsterisk error={fault}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need its own legend style */}
      <div className={`${classes.checks} row wrap`} role="group" aria-label={t('ui.wizard.party.tell')}>
        <Checkbox
          data-field="emailNotification"
          label={t('ui.wizard.party.email')}
          checked={emailNotification}
          error={fault !== undefined}
          onChange={(event) => change({ emailNotification: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('ui.wizard.party.sms')}
          checked={party.smsNotification}
          error={fault !== undefined}
          onChange={(event) => change({ smsNotification: event.currentTarget.checked })}
        />
      </div>
    </Input.Wrapper>
  );
}
