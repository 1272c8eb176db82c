import { dayOf, today } from '@/lib/days';
import type { DocRequest, Party, RequestDocument } from '@/lib/requests';
import type { Language } from '@/lib/session';
import {
  type CustomerValues,
  type DocumentValues,
  emptyParty,
  emptyValues,
  isAuthorised,
  newKey,
  type PartyValues,
  type WizardValues,
} from './values';

/** A stored request, or a body returned by clone or renewal. */
export type RequestBody = Partial<Omit<DocRequest, 'parties' | 'notification'>> & {
  parties?: Partial<Party>[];
  notification?: Partial<DocRequest['notification']>;
  /** For a renewal only. */
  renews?: { txnRefNo: string; documentNo: number };
};

/** The version that an update is based on. */
export type Base = Pick<DocRequest, 'txnRefNo' | 'versionNumber' | 'createdOn' | 'documentDueDate'>;

type Body = Record<string, unknown>;

/** Leaves out empty values. */
const compact = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''));

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

const tidy = (body: object): Body =>
  compact(Object.fromEntries(Object.entries(body).map(([name, value]) => [name, trimmed(value)])));

function documentBody({ key: _key, isProposed: _proposed, ...shown }: DocumentValues) {
  const { documentTitle: _title, instructionsShown: _text, ...rest } = shown;
  return tidy(rest);
}

/** The number of a party; a new one is identified by its position, from 1. */
const numbersOf = (parties: PartyValues[]): Map<string, number> =>
  new Map(parties.map((party, at) => [party.key, party.partySeqNo ?? at + 1]));

function partyBody(party: PartyValues, parties: PartyValues[], numbers: Map<string, number>): Body {
  const { key: _key, authorisedBy, authLevel, relationship, documents, ...rest } = party;
  const same = parties.find((each) => each.sameRemarksToAllPty);
  const requestRemarks = same ? same.requestRemarks : party.requestRemarks;
  const sameRemarksToAllPty = same !== undefined;
  const body = { ...tidy({ ...rest, requestRemarks }), sameRemarksToAllPty };
  if (!isAuthorised(party)) return { ...body, documents: documents.map(documentBody) };
  const authPartySeqNo = numbers.get(authorisedBy ?? '');
  return { ...body, ...compact({ relationship, authLevel: Number(authLevel), authPartySeqNo }) };
}

/** The request body. */
export function toBody({ customer, parties, notification }: WizardValues): Body {
  const { documentDueDate, expiryDays, recurringReminderDays, reminderDaysBeforeExpiry, ...flags } = notification;
  const numbers = numbersOf(parties);
  return {
    ...tidy(customer),
    documentDueDate,
    expiryDays: Number(expiryDays),
    parties: parties.map((party) => partyBody(party, parties, numbers)),
    notification: {
      ...flags,
      recurringReminderDays: Number(recurringReminderDays),
      reminderDaysBeforeExpiry: Number(reminderDaysBeforeExpiry),
    },
  };
}

/** The reference and version of the updated request. */
export const versionOf = (base: Base | undefined) =>
  base && { txnRefNo: base.txnRefNo, versionNumber: base.versionNumber };

/** Reads a stored request, with the form's representation of empty values. */
function overlaid<T extends object>(start: T, given: object): T {
  const known = Object.entries(given).filter(([name, value]) => name in start && value !== null && value !== undefined);
  return { ...start, ...Object.fromEntries(known) };
}

const documentOf = (given: Partial<RequestDocument>): DocumentValues =>
  overlaid(
    {
      key: newKey(),
      documentNo: null,
      documentCode: '',
      templateCode: null,
      documentTitle: given.documentCode ?? '',
      mandatory: true,
      instructions: '',
      instructionsShown: '',
      documentDueDate: null,
      isProposed: false,
    },
    given,
  );

function partyOf(given: Partial<Party>, language: Language): PartyValues {
  const { documents = [], authLevel, ...rest } = given;
  return {
    ...overlaid(emptyParty(language), rest),
    authLevel: authLevel ? String(authLevel) : null,
    documents: documents.map(documentOf),
  };
}

/** Resolves who authorised whom by party number; without numbers by position from 1. */
function tied(parties: PartyValues[], given: Partial<Party>[]): PartyValues[] {
  const keyOf = (number: number) => parties.find((party, at) => (party.partySeqNo ?? at + 1) === number)?.key ?? null;
  return parties.map((party, at) => {
    const number = given[at]?.authPartySeqNo;
    return number ? { ...party, authorisedBy: keyOf(number) } : party;
  });
}

export function fromBody(given: RequestBody, country: string, language: Language): WizardValues {
  const start = emptyValues(country, language);
  const listed = given.parties ?? [];
  const parties = tied(
    listed.map((party) => partyOf(party, language)),
    listed,
  );
  const { recurringReminderDays, reminderDaysBeforeExpiry, ...flags } = given.notification ?? {};
  const numbers = { recurringReminderDays, reminderDaysBeforeExpiry, expiryDays: given.expiryDays };
  const texts = Object.entries(numbers).filter(([, value]) => typeof value === 'number');
  const notification = {
    ...overlaid(start.notification, { ...flags, documentDueDate: given.documentDueDate }),
    ...Object.fromEntries(texts.map(([name, value]) => [name, String(value)])),
  };
  const customer = overlaid<CustomerValues>(start.customer, given);
  return { customer, notification, parties: parties.length > 0 ? parties : start.parties };
}

/** The date from which the expiry counts. */
export const countedFrom = (createdOn: string | undefined) => (createdOn ? dayOf(new Date(createdOn)) : today());
