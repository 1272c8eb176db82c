import type { CustomerValues } from './values';

export type CustomerName = keyof CustomerValues;

export interface FieldRule {
  max: number;
  required: boolean;
  /** Chosen from a list rather than typed. */
  chosen?: boolean;
  kind?: 'mobile' | 'email' | 'name';
}

const chosen = (required = true): FieldRule => ({ max: 25, required, chosen: true });
const text = (max: number, required = true, kind?: FieldRule['kind']): FieldRule => ({ max, required, kind });

/** The customer fields in form order; only those the spec allows may be empty. */
export const customerRules: Record<CustomerName, FieldRule> = {
  customerType: chosen(),
  customerName: text(100, true, 'name'),
  customerIndicator: chosen(),
  customerCategory: chosen(false),
  customerReference: text(50),
  primaryMobile: text(15, true, 'mobile'),
  alternateMobile: text(15, false, 'mobile'),
  emailAddress: text(128, true, 'email'),
  requestCategory: chosen(),
  requestSubCategory: chosen(),
  requestPurpose: chosen(),
  customerIndustry: chosen(),
  referredBy: chosen(false),
  userReference: text(50, false),
  address1: text(100),
  address2: text(100),
  address3: text(100),
  city: text(50),
  customerCountry: chosen(),
  state: chosen(),
  postalCode: text(10),
};

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
  name: 50,
  mobile: 15,
  email: 128,
  remarks: 1000,
  instructions: 1000,
  parties: 50,
  documents: 100,
  expiryDays: 3650,
  reminderDays: 365,
};

export const authLevels = ['1', '2', '3'] as const;
export const statusChangeTo = ['none', 'all', 'authorised', 'customer'] as const;
