import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import type { DocRequest } from '@/lib/requests';
import { t as say, useTranslation } from '@/lib/wording';
import { useDocumentChoices } from '../data/use-choices';
import classes from './actions.module.css';
import { DrawerForm } from './drawer-form';
import type { useActions } from './use-actions';
import { useDrawerForm } from './use-drawer-form';

interface Props {
  opened: boolean;
  request: DocRequest;
  actions: ReturnType<typeof useActions>;
  onClose(): void;
}

interface Values {
  firstName: string;
  secondName: string;
  lastName: string;
  mobileNumber: string;
  emailAddress: string;
  emailNotification: boolean;
  smsNotification: boolean;
  langCode: string;
  documents: string[];
}

const blank: Values = {
  firstName: '',
  secondName: '',
  lastName: '',
  mobileNumber: '',
  emailAddress: '',
  emailNotification: true,
  smsNotification: false,
  langCode: 'en',
  documents: [],
};

const label = (name: keyof Values) => say(`ui.requests.add.${name}`);
const missing = (name: keyof Values, value: string) =>
  value.trim() === '' ? say('message.enter', { label: label(name) }) : undefined;

function check(values: Values) {
  const { emailNotification, smsNotification } = values;
  return {
    firstName: missing('firstName', values.firstName),
    lastName: missing('lastName', values.lastName),
    mobileNumber: smsNotification ? missing('mobileNumber', values.mobileNumber) : undefined,
    emailAddress: emailNotification ? missing('emailAddress', values.emailAddress) : undefined,
    smsNotification: emailNotification || smsNotification ? undefined : say('message.eitherEmailOrSms'),
  };
}

/** What was left empty is not sent: an empty text is no mobile number. */
function bodyOf({ documents, ...values }: Values) {
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  return {
    partyType: 'Customer',
    ...Object.fromEntries(texts.filter(([, value]) => value !== '')),
    documents: documents.map((documentCode) => ({ documentCode, mandatory: true })),
  };
}

/** One more person who is asked for documents. */
export function AddParty({ opened, request, actions, onClose }: Props) {
  const { t } = useTranslation();
  const documents = useDocumentChoices(opened);
  const form = useDrawerForm<Values>({
    opened,
    blank,
    check,
    run: (values) => actions.run('addparty', { party: bodyOf(values) }),
    onStale: actions.renew,
    onClose,
    path: 'party.',
  });
  const { values, set, faults } = form;
  const text = (
    name: 'firstName' | 'secondName' | 'lastName' | 'mobileNumber' | 'emailAddress',
    max: number,
  ) => (
    <TextInput
      label={label(name)}
      withAsterisk={name === 'firstName' || name === 'lastName'}
      inputMode={name === 'mobileNumber' ? 'tel' : name === 'emailAddress' ? 'email' : 'text'}
      maxLength={max}
      autoComplete="off"
      value={values[name]}
      error={faults[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <DrawerForm
      opened={opened}
      title={t('ui.requests.action.addparty')}
      sub={request.txnRefNo}
      yes={t('ui.common.add')}
      form={form}
    >
      <div className={classes.pair}>
        {text('firstName', 50)}
        {text('secondName', 50)}
        {text('lastName', 50)}
        <Select
          label={label('langCode')}
          data={['en', 'ta'].map((code) => ({ value: code, label: t(`option.langCode.${code}`) }))}
          value={values.langCode}
          onChange={(langCode) => set({ langCode: langCode ?? 'en' })}
          allowDeselect={false}
        />
        {text('mobileNumber', 16)}
        {text('emailAddress', 100)}
      </div>
      <div className={classes.switches}>
        <Switch
          label={label('emailNotification')}
          checked={values.emailNotification}
          onChange={(event) => set({ emailNotification: event.currentTarget.checked })}
        />
        <Switch
          label={label('smsNotification')}
          checked={values.smsNotification}
          error={faults.smsNotification}
          onChange={(event) => set({ smsNotification: event.currentTarget.checked })}
        />
      </div>
      {documents && (
        <MultiSelect
          label={label('documents')}
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
