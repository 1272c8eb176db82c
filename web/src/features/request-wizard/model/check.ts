import type { Fault as FieldFault } from '@/components/form/faults';
import { isEmail, isMobile, isText } from '@/lib/check';
import { addDays, isDate } from '@/lib/days';
import {
  type CustomerName,
  customerRules,
  type FieldRule,
  isRequired,
  limits,
  personNames,
  personRule,
} from './fields';
import { type DocumentValues, isAuthorised, type PartyValues, type WizardValues } from './values';

export interface Fault extends FieldFault {
  /** The field that names the label; otherwise the last segment of the path. */
  field?: string;
}

/** By path, as the server names fields: `customerName`, `parties[0].firstName`. */
export type Faults = Record<string, Fault>;

type Found = [path: string, fault: Fault];

function checkText(field: string, given: string | null, rule: FieldRule): Fault | undefined {
  const text = (given ?? '').trim();
  if (text === '') return rule.required ? { key: rule.chosen ? 'select' : 'enter', field } : undefined;
  if (text.length > rule.max) return { key: 'maxLength', field, values: { max: rule.max } };
  if (!isText(text)) return { key: 'enterValid', field };
  if (rule.kind === 'email' && !isEmail(text)) return { key: 'validEmail', field };
  if (rule.kind === 'mobile' && !isMobile(text)) return { key: 'enterValid', field };
  if (rule.kind === 'name' && !/\p{L}/u.test(text)) return { key: 'validCustomerName', field };
  return undefined;
}

const found = (path: string, fault: Fault | undefined): Found[] => (fault ? [[path, fault]] : []);

export function checkCustomer({ customer }: WizardValues, addressLinesRequired?: boolean): Faults {
  const isOpen = (name: CustomerName) =>
    !(name === 'requestSubCategory' && !customer.requestCategory) && !(name === 'state' && !customer.customerCountry);
  // A dependent field is required only after its parent.
  const names = (Object.keys(customerRules) as CustomerName[]).filter(isOpen);
  const ruleOf = (name: CustomerName) => ({
    ...customerRules[name],
    required: isRequired(name, addressLinesRequired),
  });
  return Object.fromEntries(names.flatMap((name) => found(name, checkText(name, customer[name], ruleOf(name)))));
}

function checkDay(field: string, day: string | null, today: string, last: string): Fault | undefined {
  if (day === null) return undefined;
  if (!isDate(day) || day < today) return { key: 'validDate', field };
  return day > last ? { key: 'dueAfterExpiry', field } : undefined;
}

/** A document requested earlier keeps its date, even in the past. */
function checkDocument(document: DocumentValues, path: string, today: string, last: string): Found[] {
  const instructions = { max: limits.instructions, required: false };
  return [
    ...found(`${path}.instructions`, checkText('instructions', document.instructions, instructions)),
    ...found(
      `${path}.documentDueDate`,
      checkDay('documentDueDate', document.documentDueDate, document.documentNo === null ? today : '', last),
    ),
  ];
}

const choice: FieldRule = { max: 25, required: true, chosen: true };

function checkParty(party: PartyValues, path: string): Found[] {
  const rules = {
    ...Object.fromEntries(personNames.map((name) => [name, personRule(name, party)])),
    requestRemarks: { max: limits.remarks, required: false },
    ...(isAuthorised(party) && { relationship: choice, authLevel: choice }),
  };
  const isTold = party.emailNotification || party.smsNotification;
  const told = isTold ? undefined : { key: 'eitherEmailOrSms', field: 'emailNotification' };
  return [
    ...Object.entries(rules).flatMap(([field, rule]) =>
      found(`${path}.${field}`, checkText(field, party[field as 'firstName'], rule)),
    ),
    ...found(`${path}.emailNotification`, told),
  ];
}

/** A number or address shared by two parties would send one person the other's messages. */
function checkTwins(parties: PartyValues[], field: 'mobileNumber' | 'emailAddress'): Found[] {
  const seen = new Set<string>();
  return parties.flatMap((party, at): Found[] => {
    const text = party[field].trim().toLowerCase();
    const isTwin = text !== '' && seen.has(text);
    seen.add(text);
    return isTwin ? [[`parties[${at}].${field}`, { key: 'exists', field }]] : [];
  });
}

export function checkParties(values: WizardValues, today: string, from = today): Faults {
  const { parties } = values;
  const last = expiryOf(values, from) ?? '9999-12-31';
  const single = parties.flatMap((party, at) => [
    ...checkParty(party, `parties[${at}]`),
    ...party.documents.flatMap((document, number) =>
      checkDocument(document, `parties[${at}].documents[${number}]`, today, last),
    ),
  ]);
  const twins = [...checkTwins(parties, 'mobileNumber'), ...checkTwins(parties, 'emailAddress')];
  const none = parties.every((party) => party.documents.length === 0);
  const missing: Found[] = none ? [['parties[0].documents', { key: 'select', field: 'document' }]] : [];
  return Object.fromEntries([...twins, ...single, ...missing]);
}

function checkNumber(field: string, text: string, least: number, most: number): Fault | undefined {
  if (text.trim() === '') return { key: 'enter', field };
  const number = Number(text);
  const isGood = /^\d+$/.test(text.trim()) && number >= least && number <= most;
  return isGood ? undefined : { key: 'range', field, values: { min: least, max: most } };
}

/** The expiry date, if the number of days is valid. */
export function expiryOf({ notification }: WizardValues, from: string): string | undefined {
  const days = notification.expiryDays.trim();
  return /^\d{1,4}$/.test(days) ? addDays(from, Number(days)) : undefined;
}

/** `from` is the creation date, from which the expiry counts. The stored due date may be in the past. */
export function checkNotification(values: WizardValues, today: string, from = today, stands?: string): Faults {
  const { notification } = values;
  const last = expiryOf(values, from) ?? '9999-12-31';
  const due = notification.documentDueDate;
  const dueFault: Fault | undefined =
    due === null
      ? { key: 'selectDueDate', field: 'documentDueDate' }
      : checkDay('documentDueDate', due, due === stands ? due : today, last);
  const days = ['recurringReminderDays', 'reminderDaysBeforeExpiry'] as const;
  return Object.fromEntries([
    ...found('documentDueDate', dueFault),
    ...found('expiryDays', checkNumber('expiryDays', notification.expiryDays, 1, limits.expiryDays)),
    ...days.flatMap((name) =>
      found(`notification.${name}`, checkNumber(name, notification[name], 0, limits.reminderDays)),
    ),
  ]);
}

/** The step of a path: 0 the customer, 1 the parties, 2 the notification. */
export function stepOf(path: string): 0 | 1 | 2 {
  if (path.startsWith('parties')) return 1;
  return path in customerRules ? 0 : 2;
}
