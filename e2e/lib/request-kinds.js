import { labelIn } from './labels.js';

/** A small request of each demo entity: codes for calls, names for the UI. */
export const kinds = {
  NGB: {
    wizard: '/requestor/doc-request/Create',
    codes: {
      customerType: 'INDIVIDUAL',
      customerIndicator: 'NEW',
      customerIndustry: 'TRANSPORT',
      requestCategory: 'GOLDLOAN',
      requestSubCategory: 'NONAGRI',
      requestPurpose: 'NEWLOAN',
    },
    names: {
      customerType: 'Individual',
      customerIndicator: 'New Customer',
      customerIndustry: 'Transport and Logistics',
      requestCategory: 'Gold Loan',
      requestSubCategory: 'Non-agricultural gold loan',
      requestPurpose: 'New loan sanction',
    },
    required: [
      { documentCode: 'AADHAAR', title: 'Aadhaar Card' },
      { documentCode: 'PHOTO', title: 'Passport Size Photograph' },
    ],
    optional: { documentCode: 'FORM60', title: 'Form 60' },
  },
  KALVI: {
    wizard: '/requestor/edu-doc-request/Create',
    codes: {
      customerType: 'INDIVIDUAL',
      customerIndicator: 'NEW',
      customerIndustry: 'US',
      requestCategory: 'FOUND',
      requestSubCategory: 'SCIENCE',
      requestPurpose: 'ASU',
    },
    names: {
      customerType: 'Individual',
      customerIndicator: 'New Student',
      customerIndustry: 'United States',
      requestCategory: 'Foundation Year',
      requestSubCategory: 'Science and Engineering Foundation',
      requestPurpose: 'Arizona State University',
    },
    required: [
      { documentCode: 'PASSPORT', title: 'Passport' },
      { documentCode: 'MARK10', title: 'Class 10 Mark Sheet' },
      { documentCode: 'IELTS', title: 'IELTS Test Report Form' },
    ],
    optional: { documentCode: 'SOP', title: 'Statement of Purpose' },
  },
};

/** A small request with its names and titles as a user of a language reads them. */
export function kindIn(language, entity) {
  const kind = kinds[entity];
  const read = (text) => labelIn(language, entity, text);
  const names = Object.fromEntries(Object.entries(kind.names).map(([field, name]) => [field, read(name)]));
  const titled = (document) => ({ ...document, title: read(document.title) });
  return { ...kind, names, required: kind.required.map(titled), optional: titled(kind.optional) };
}

let count = 0;

/** A new customer with a unique address: every file has its own server. */
export function newPerson(language, more = {}) {
  count += 1;
  const number = String(count).padStart(6, '0');
  return {
    firstName: language === 'ta' ? 'கயல்விழி' : 'Kayal',
    lastName: language === 'ta' ? 'பாண்டியன்' : 'Pandian',
    emailAddress: `kayal${number}@example.com`,
    mobileNumber: `+919880${number}`,
    langCode: language,
    ...more,
  };
}

export const nameOf = ({ firstName, lastName }) => `${firstName} ${lastName}`;

/** The typed customer fields of a request. */
export const typedOf = (person) => ({
  customerName: nameOf(person),
  customerReference: `CIF-${person.mobileNumber.slice(-6)}`,
  primaryMobile: person.mobileNumber,
  emailAddress: person.emailAddress,
  address1: '14 Kutchery Road',
  address2: 'Mylapore',
  address3: 'Near the tank',
  city: 'Chennai',
  postalCode: '600004',
});
