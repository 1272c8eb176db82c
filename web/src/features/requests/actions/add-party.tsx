import { Checkbox, Group, Input, MultiSelect, Select, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { DrawerForm, useDrawerForm } from '@/components/form/drawer-form';
import { partyLimits } from '@/generated/requests';
import { isEmail, isMobile, isText, tidyMobile } from '@/lib/check';
import type { DocRequest, Party, PartyInput } from '@/lib/requests';
import type { Language } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { t, useLanguage, useTranslation } from '@/lib/wording';
import { useDocumentChoices } from '../data/use-choices';
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
        <Text c="dimmed" inherit>
          {t('ui.wizard.party.remarksShared')}
        </Text>
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
    <div className={looks.fields}>
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
      <Group className={classes.checks} role="group" aria-label={t('ui.wizard.party.tell')}>
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
      </Group>
    </Input.Wrapper>
  );
}

/** One more party of a sent request: the wizard's party fields, in its order and by its rules. */
interface NewParty {
  firstName: string;
  secondName: string;
  lastName: string;
  mobileNumber: string;
  emailAddress: string;
  partyType: Party['partyType'];
  langCode: Party['langCode'];
  emailNotification: boolean;
  smsNotification: boolean;
  authorizeOtherPty: boolean;
  requestRemarks: string;
  documents: string[];
}

const emptyParty = (langCode: Language): NewParty => ({
  firstName: '',
  secondName: '',
  lastName: '',
  mobileNumber: '',
  emailAddress: '',
  partyType: 'Customer',
  langCode,
  emailNotification: true,
  smsNotification: false,
  authorizeOtherPty: false,
  requestRemarks: '',
  documents: [],
});

type TextName = 'firstName' | 'secondName' | 'lastName' | 'mobileNumber' | 'emailAddress';

const longest: Record<TextName | 'requestRemarks', number> = { ...partyLimits, mobileNumber: 15 };

const labelOf = (name: keyof NewParty): string => t(`field.docrequest.${name}`);

const isRequired = (name: TextName, party: NewParty) =>
  name === 'emailAddress' ? party.emailNotification : name !== 'secondName';

/** Mobile numbers are often pasted with spaces; accept them. */
const tidied = (name: TextName, text: string) => (name === 'mobileNumber' ? tidyMobile(text) : text.trim());

function textFault(name: TextName, party: NewParty): string | undefined {
  const label = labelOf(name);
  const text = tidied(name, party[name]);
  if (text === '') return isRequired(name, party) ? t('message.enter', { label }) : undefined;
  if (!isText(text)) return t('message.enterValid', { label });
  if (name === 'emailAddress' && !isEmail(text)) return t('message.validEmail');
  return name === 'mobileNumber' && !isMobile(text) ? t('message.enterValid', { label }) : undefined;
}

/** A number or address shared by two parties would send one person the other's messages. */
function twinFault(name: 'mobileNumber' | 'emailAddress', party: NewParty, others: Party[]) {
  const text = tidied(name, party[name]).toLowerCase();
  const isTwin = text !== '' && others.some((other) => other[name]?.toLowerCase() === text);
  return isTwin ? t('message.exists', { label: labelOf(name) }) : undefined;
}

function checkParty(party: NewParty, { parties }: DocRequest) {
  const isTold = party.emailNotification || party.smsNotification;
  return {
    firstName: textFault('firstName', party),
    secondName: textFault('secondName', party),
    lastName: textFault('lastName', party),
    mobileNumber: textFault('mobileNumber', party) ?? twinFault('mobileNumber', party, parties),
    emailAddress: textFault('emailAddress', party) ?? twinFault('emailAddress', party, parties),
    emailNotification: isTold ? undefined : t('message.eitherEmailOrSms'),
    requestRemarks: isText(party.requestRemarks)
      ? undefined
      : t('message.enterValid', { label: labelOf('requestRemarks') }),
  };
}

/** The party whose remarks go to all, if any. */
const sharing = ({ parties }: DocRequest) => parties.find((party) => party.sameRemarksToAllPty);

/** Empty values are not sent: an empty text is not a mobile number. */
function bodyOf({ documents, ...party }: NewParty, request: DocRequest): PartyInput {
  const shared = sharing(request);
  const requestRemarks = shared ? (shared.requestRemarks ?? '') : party.requestRemarks;
  const names = ['firstName', 'secondName', 'lastName', 'mobileNumber', 'emailAddress'] as const;
  const texts = Object.fromEntries(names.map((name) => [name, tidied(name, party[name])]));
  const all = { ...party, ...texts, requestRemarks: requestRemarks.trim() };
  return {
    ...(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')) as typeof party),
    sameRemarksToAllPty: shared !== undefined,
    documents: documents.map((documentCode) => ({ documentCode, mandatory: true })),
  };
}
