import { notificationSettingsLimits, partyLimits, requestDocumentLimits, requestLimits } from '@/generated/requests';
export interface FieldRule {
  max: number;
  required: boolean;
  /** Chosen from a list rather than typed. */
  chosen?: boolean;
  kind?: 'mobile' | 'email' | 'name';
}

type Chosen = FieldRule & { chosen: true };

const chosen = (required = true): Chosen => ({ max: 25, required, chosen: true });
const text = <Kind extends FieldRule['kind']>(max: number, required = true, kind?: Kind) => ({ max, required, kind });
/** Without the spaces that the server accepts as well. */
const mobile = 15;

/** The customer fields in form order; only those the spec allows may be empty. */
const rules = {
  customerType: chosen(),
  customerName: text(requestLimits.customerName, true, 'name'),
  customerIndicator: chosen(),
  customerCategory: chosen(false),
  customerReference: text(requestLimits.customerReference),
  primaryMobile: text(mobile, true, 'mobile'),
  alternateMobile: text(mobile, false, 'mobile'),
  emailAddress: text(requestLimits.emailAddress, true, 'email'),
  requestCategory: chosen(),
  requestSubCategory: chosen(),
  requestPurpose: chosen(),
  customerIndustry: chosen(),
  referredBy: chosen(false),
  userReference: text(requestLimits.userReference, false),
  address1: text(requestLimits.address1),
  address2: text(requestLimits.address2),
  address3: text(requestLimits.address3),
  city: text(requestLimits.city),
  customerCountry: chosen(),
  state: chosen(),
  postalCode: text(requestLimits.postalCode),
};
export type CustomerName = keyof typeof rules;
export const customerRules: Record<CustomerName, FieldRule> = rules;

/** The entity may do without these. */
const addressLines: CustomerName[] = ['address2', 'address3'];
export const isRequired = (name: CustomerName, addressLinesRequired = true) =>
  customerRules[name].required && (addressLinesRequired || !addressLines.includes(name));
/** Typed values are text, choices are null until they are made. */
export type CustomerValues = {
  [Name in CustomerName]: (typeof rules)[Name] extends Chosen ? string | null : string;
};

/** What a form asks about a person, in its order. */
export const personRules = {
  firstName: text(partyLimits.firstName),
  secondName: text(partyLimits.secondName, false),
  lastName: text(partyLimits.lastName),
  mobileNumber: text(mobile, true, 'mobile'),
  emailAddress: text(partyLimits.emailAddress, false, 'email'),
};
export type PersonName = keyof typeof personRules;
export type PersonValues = Record<PersonName, string>;
export const personNames = Object.keys(personRules) as PersonName[];

/** A mail needs an address. */
export const personRule = (name: PersonName, { emailNotification }: { emailNotification: boolean }) => ({
  ...(personRules[name] as FieldRule & { kind?: 'mobile' | 'email' }),
  required: name === 'emailAddress' ? emailNotification : personRules[name].required,
});

/** Field names of a master's code and label in its options. */
export const masters = {
  customerType: ['customertypedefinition', 'customerTypeCode', 'customerTypeDesc'],
  customerIndicator: ['customerindicatordefinition', 'customerIndicatorCode', 'customerIndicatorDesc'],
  customerCategory: ['customercategory', 'customerCategoryCode', 'customerCategoryDesc'],
  customerIndustry: ['industrymaster', 'industryCode', 'industryDesc'],
  requestCategory: ['categorydefinition', 'categoryCode', 'categoryDesc'],
  requestSubCategory: ['subcategorydefinition', 'subCategoryCode', 'subCategoryDesc'],
  requestPurpose: ['requestpurposedefinition', 'requestPurposeCode', 'requestPurposeDesc'],
  referredBy: ['referreddetail', 'referredByCode', 'referredByName'],
  relationship: ['authpartyrelationshipdefinition', 'relationshipCode', 'relationshipDesc'],
} as const;
export type MasterName = keyof typeof masters;

export const limits = {
  remarks: partyLimits.requestRemarks,
  instructions: requestDocumentLimits.instructions,
  parties: requestLimits.parties,
  documents: partyLimits.documents,
  expiryDays: requestLimits.expiryDays,
  reminderDays: notificationSettingsLimits.recurringReminderDays,
};

export { statusChangeToValues as statusChangeTo } from '@/generated/requests';
