import { Checkbox, Input, MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { DrawerForm, useDrawerForm } from '@/components/form/drawer-form';
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
import type { useActions } from './use-actions';

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
  const { values, set } = form;
  return (
    <DrawerForm
      opened={opened}
      title={t('ui.requests.action.addparty')}
      sub={request.txnRefNo}
      yes={t('ui.common.add')}
      form={form}
    >
      <Person form={form} />
      <Switch
        label={t('ui.wizard.party.mayAuthorise')}
        checked={values.authorizeOtherPty}
        onChange={(event) => set({ authorizeOtherPty: event.currentTarget.checked })}
      />
      {sharing(request) ? (
        <p className="m-0 muted">{t('ui.wizard.party.remarksShared')}</p>
      ) : (
        <Textarea
          {...form.text('requestRemarks')}
          label={labelOf('requestRemarks')}
          description={t('ui.wizard.party.remarksHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rows={3}
          resize="vertical"
          maxLength={longest.requestRemarks}
        />
      )}
      {documents && (
        <MultiSelect
          {...form.choice('documents')}
          label={t('ui.requests.add.documents')}
          description={t('ui.requests.add.documentsLater')}
          data={documents}
          searchable
          clearable
        />
      )}
    </DrawerForm>
  );
}

interface PersonProps {
  form: ReturnType<typeof useDrawerForm<NewParty>>;
}

const modes: Partial<Record<TextName, 'tel' | 'email'>> = { mobileNumber: 'tel', emailAddress: 'email' };

/** Name and contact details. */
function Person({ form }: PersonProps) {
  const { t } = useTranslation();
  const { values: party, set } = form;
  const text = (name: TextName) => (
    <TextInput
      {...form.text(name)}
      label={labelOf(name)}
      withAsterisk={isRequired(name, party)}
      inputMode={modes[name] ?? 'text'}
      spellCheck={!modes[name]}
      maxLength={longest[name]}
      autoComplete="off"
      onBlur={() => {
        const tidy = tidied(name, party[name]);
        if (tidy !== party[name]) set({ [name]: tidy });
      }}
    />
  );
  const choice = (name: 'partyType' | 'langCode', options: string[]) => (
    <Select
      {...form.choice(name)}
      label={labelOf(name)}
      withAsterisk
      data={options.map((value) => ({ value, label: t(`option.${name}.${value}`) }))}
      onChange={(value) => set({ [name]: value })}
      allowDeselect={false}
    />
  );
  return (
    <div className="fields">
      {text('firstName')}
      {text('secondName')}
      {text('lastName')}
      {text('mobileNumber')}
      {text('emailAddress')}
      {choice('partyType', ['Customer', 'Banker'])}
      {choice('langCode', ['en', 'ta'])}
      <NotifyBy form={form} />
    </div>
  );
}

function NotifyBy({ form: { values: party, errors, set } }: PersonProps) {
  const { t } = useTranslation();
  const fault = errors.emailNotification;
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
