import { addDays, today } from '@/lib/days';
import type { Language } from '@/lib/session';
import { customerRules } from './fields';
import { type CustomerValues, newKey, type PartyValues, type WizardValues } from './values';

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
  firstName: '',
  secondName: '',
  lastName: '',
  mobileNumber: '',
  emailAddress: '',
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
      statusChangeTo: 'none',
    },
  };
}
