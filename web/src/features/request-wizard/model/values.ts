import { addDays, today } from '@/lib/days';
import type { NotificationSettings, Party } from '@/lib/requests';
import type { Language } from '@/lib/session';
import { type CustomerValues, customerRules, type PersonValues, personNames } from './fields';

export type { CustomerValues };

/** A requested document in the form: typed values are text, unset choices are null. */
export interface DocumentValues {
  /** Identifies it while it has no number. */
  key: string;
  documentNo: number | null;
  documentCode: string;
  templateCode: string | null;
  documentTitle: string;
  mandatory: boolean;
  instructions: string;
  /** The instructions in the reader's language, until they are edited. */
  instructionsShown: string;
  documentDueDate: string | null;
  /** Came from the templates and was not edited: another category removes it again. */
  isProposed: boolean;
}

export interface PartyValues extends PersonValues {
  key: string;
  partySeqNo: number | null;
  partyType: Party['partyType'];
  primaryParty: boolean;
  authorizeOtherPty: boolean;
  emailNotification: boolean;
  smsNotification: boolean;
  requestRemarks: string;
  sameRemarksToAllPty: boolean;
  langCode: Party['langCode'];
  /** For an authorised party: the key of the party that authorised it. */
  authorisedBy: string | null;
  relationship: string | null;
  authLevel: string | null;
  documents: DocumentValues[];
}

export interface NotificationValues extends Omit<NotificationSettings, NumberName> {
  documentDueDate: string | null;
  expiryDays: string;
  recurringReminderDays: string;
  reminderDaysBeforeExpiry: string;
}

type NumberName = 'recurringReminderDays' | 'reminderDaysBeforeExpiry';

export interface WizardValues {
  customer: CustomerValues;
  parties: PartyValues[];
  notification: NotificationValues;
}

let made = 0;
/** Unique on the page; a draft gets new keys when applied. */
export const newKey = () => `k${++made}`;

export const isAuthorised = (party: PartyValues) => party.authorisedBy !== null;

/** Nobody asks this party for anything, so it gets no message. */
export const isSilent = (party: PartyValues) => !isAuthorised(party) && party.documents.length === 0;

export const documentCount = ({ parties }: WizardValues) =>
  parties.reduce((sum, party) => sum + party.documents.length, 0);

/** The display name of a party. */
export const partyName = ({ firstName, secondName, lastName }: PartyValues) =>
  [firstName, secondName, lastName]
    .map((name) => name.trim())
    .filter(Boolean)
    .join(' ');

/** Whether anything was entered for an authorised party. */
export const isFilled = (party: PartyValues) =>
  [partyName(party), party.mobileNumber, party.emailAddress, party.relationship, party.authLevel].some((each) =>
    each?.trim(),
  );

/** Stored values have keys of another page; assign new ones to avoid duplicates. */
export function rekeyed(values: WizardValues): WizardValues {
  const keys = new Map(values.parties.map((party) => [party.key, newKey()]));
  const parties = values.parties.map((party) => ({
    ...party,
    key: keys.get(party.key) ?? newKey(),
    authorisedBy: party.authorisedBy === null ? null : (keys.get(party.authorisedBy) ?? null),
    documents: party.documents.map((document) => ({ ...document, key: newKey() })),
  }));
  return { ...values, parties };
}

/** Sorts names, so that their original order does not matter. */
function sorted(_name: string, value: unknown) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The content without keys, for comparing forms. */
export function contentOf(values: WizardValues): string {
  const places = new Map(values.parties.map((party, at) => [party.key, at]));
  const parties = values.parties.map(({ key: _key, authorisedBy, documents, ...party }) => ({
    ...party,
    authorisedBy: authorisedBy === null ? null : places.get(authorisedBy),
    documents: documents.map(({ key: _documentKey, isProposed: _proposed, ...document }) => document),
  }));
  return JSON.stringify({ ...values, parties }, sorted);
}

/** The product's default values. */
export const defaults = { dueDays: 7, expiryDays: 30, recurringDays: 3, beforeExpiryDays: 3 };

export function emptyCustomer(customerCountry: string | null): CustomerValues {
  const unset = Object.entries(customerRules).map(([name, { chosen }]) => [name, chosen ? null : '']);
  return { ...Object.fromEntries(unset), customerCountry };
}

export const emptyParty = (langCode: Language): PartyValues => ({
  key: newKey(),
  partySeqNo: null,
  partyType: 'Customer',
  ...(Object.fromEntries(personNames.map((name) => [name, ''])) as PersonValues),
  primaryParty: false,
  authorizeOtherPty: false,
  emailNotification: true,
  smsNotification: false,
  requestRemarks: '',
  sameRemarksToAllPty: false,
  langCode,
  authorisedBy: null,
  relationship: null,
  authLevel: null,
  documents: [],
});

export function emptyValues(country: string | null, langCode: Language): WizardValues {
  return {
    customer: emptyCustomer(country),
    parties: [{ ...emptyParty(langCode), primaryParty: true }],
    notification: {
      documentDueDate: addDays(today(), defaults.dueDays),
      expiryDays: String(defaults.expiryDays),
      recurringReminderDays: String(defaults.recurringDays),
      reminderDaysBeforeExpiry: String(defaults.beforeExpiryDays),
      reminderOnExpiryDate: true,
      notifyAllParties: false,
      notifyAuthorisedParties: false,
      statusChangeTo: 'customer',
    },
  };
}
