import type { Language } from '@/lib/session';
import { limits } from './fields';
import {
  type CustomerValues,
  type DocumentValues,
  emptyParty,
  newKey,
  type PartyValues,
  type WizardValues,
} from './values';

/** Splits a person's name before its last word; a company keeps it whole and names a contact. */
export function namesOf(customerName: string): Pick<PartyValues, 'firstName' | 'lastName'> {
  const words = customerName.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName };
}

type Prefilled = Pick<PartyValues, 'firstName' | 'lastName' | 'mobileNumber' | 'emailAddress'>;

const prefillOf = (customer: CustomerValues): Prefilled => ({
  ...namesOf(customer.customerName),
  mobileNumber: customer.primaryMobile,
  emailAddress: customer.emailAddress,
});

/** The first party is the customer: its fields follow the customer until edited. */
function followed(party: PartyValues, before: CustomerValues, now: CustomerValues): PartyValues {
  const [old, fresh] = [prefillOf(before), prefillOf(now)];
  const names = Object.keys(fresh) as (keyof Prefilled)[];
  const changed = names.filter((name) => party[name] === '' || party[name] === old[name]);
  return { ...party, ...Object.fromEntries(changed.map((name) => [name, fresh[name]])) };
}

/** Values chosen under an old parent do not belong to the new one. */
const within: Partial<Record<keyof CustomerValues, keyof CustomerValues>> = {
  requestCategory: 'requestSubCategory',
  customerCountry: 'state',
};

export function withCustomer(values: WizardValues, patch: Partial<CustomerValues>): WizardValues {
  const customer = { ...values.customer, ...patch };
  for (const [outer, inner] of Object.entries(within) as [keyof CustomerValues, keyof CustomerValues][]) {
    const isOther = outer in patch && patch[outer] !== values.customer[outer];
    if (isOther && !(inner in patch)) Object.assign(customer, { [inner]: null });
  }
  const parties = values.parties.map((party) =>
    party.primaryParty ? followed(party, values.customer, customer) : party,
  );
  return { ...values, customer, parties };
}

/** A party that may no longer authorise others loses its authorised parties. */
export function withParty(values: WizardValues, key: string, patch: Partial<PartyValues>): WizardValues {
  const stays = ({ authorisedBy }: PartyValues) => patch.authorizeOtherPty !== false || authorisedBy !== key;
  const parties = values.parties.filter(stays).map((party) => (party.key === key ? { ...party, ...patch } : party));
  return { ...values, parties };
}

/** An authorised party follows the party that authorised it. */
export function addParty(values: WizardValues, langCode: Language, authorisedBy: string | null = null) {
  if (values.parties.length >= limits.parties) return values;
  const party = { ...emptyParty(langCode), authorisedBy };
  return { ...values, parties: [...values.parties, party] };
}

/** Removing a party removes those it authorised. */
export const removeParty = (values: WizardValues, key: string): WizardValues => ({
  ...values,
  parties: values.parties.filter((party) => party.key !== key && party.authorisedBy !== key),
});

const withDocuments = (
  values: WizardValues,
  key: string,
  change: (documents: DocumentValues[]) => DocumentValues[],
): WizardValues => ({
  ...values,
  parties: values.parties.map((party) =>
    party.key === key ? { ...party, documents: change(party.documents) } : party,
  ),
});

export const withDocument = (values: WizardValues, party: string, key: string, patch: Partial<DocumentValues>) =>
  withDocuments(values, party, (documents) =>
    documents.map((document) => (document.key === key ? { ...document, isProposed: false, ...patch } : document)),
  );

export const removeDocument = (values: WizardValues, party: string, key: string) =>
  withDocuments(values, party, (documents) => documents.filter((document) => document.key !== key));

/** What the masters define for a document. */
export type Known = Pick<DocumentValues, 'documentCode' | 'documentTitle'> &
  Partial<Pick<DocumentValues, 'templateCode' | 'mandatory' | 'instructions' | 'instructionsShown'>>;

const asDocument = (known: Known, isProposed = false): DocumentValues => ({
  key: newKey(),
  documentNo: null,
  templateCode: known.templateCode ?? null,
  documentCode: known.documentCode,
  documentTitle: known.documentTitle,
  mandatory: known.mandatory ?? true,
  instructions: known.instructions ?? '',
  instructionsShown: known.instructionsShown ?? '',
  documentDueDate: null,
  isProposed,
});

export const addDocuments = (values: WizardValues, party: string, known: Known[], isProposed = false) =>
  withDocuments(values, party, (documents) => {
    const have = new Set(documents.map(({ documentCode }) => documentCode));
    const fresh = known.filter(({ documentCode }) => !have.has(documentCode));
    return [...documents, ...fresh.map((each) => asDocument(each, isProposed))].slice(0, limits.documents);
  });

/** Replaces the earlier template proposals with the current ones; edited documents stay. */
export function withProposed(values: WizardValues, known: Known[]): WizardValues {
  const primary = values.parties.find((party) => party.primaryParty);
  if (!primary) return values;
  const kept = withDocuments(values, primary.key, (documents) => documents.filter((document) => !document.isProposed));
  return addDocuments(kept, primary.key, known, true);
}
