import { emptyCustomer } from '@/features/request-wizard/model/values';
import { addDays, today } from '@/lib/days';
import { notification } from './doc-requests';

const content = (...rows: object[]) => ({ data: { content: rows } });

/** Sample server answers for the wizard, as described in docs/requests.md. */
export const answers = {
  'customertypedefinition/options': () =>
    content(
      { customerTypeCode: 'IND', customerTypeDesc: 'Individual' },
      { customerTypeCode: 'COM', customerTypeDesc: 'Company' },
    ),
  'customerindicatordefinition/options': () =>
    content({ customerIndicatorCode: 'NEW', customerIndicatorDesc: 'New Customer' }),
  'customercategory/options': () =>
    content(
      { customerCategoryCode: 'STD', customerCategoryDesc: 'Standard', customerTypeCode: null },
      { customerCategoryCode: 'STU', customerCategoryDesc: 'Student', customerTypeCode: 'IND' },
    ),
  'industrymaster/options': () => content({ industryCode: 'IT', industryDesc: 'Software' }),
  'subcategorydefinition/options': () =>
    content(
      { categoryCode: 'LOAN', subCategoryCode: 'HOME', subCategoryDesc: 'Home loan' },
      { categoryCode: 'ACC', subCategoryCode: 'CUR', subCategoryDesc: 'Current account' },
    ),
  'categorydefinition/options': () =>
    content({ categoryCode: 'LOAN', categoryDesc: 'Loan' }, { categoryCode: 'ACC', categoryDesc: 'Account' }),
  'requestpurposedefinition/options': () =>
    content(
      { requestPurposeCode: 'BUY', requestPurposeDesc: 'Purchase' },
      { requestPurposeCode: 'MINE', requestPurposeDesc: 'Mining', industryCode: 'COAL' },
    ),
  'referreddetail/options': () => content(),
  'authpartyrelationshipdefinition/options': () => content({ relationshipCode: 'SON', relationshipDesc: 'Son' }),
  'authlevel/options': () =>
    content(
      { authLevelCode: 'L2', authLevelDesc: 'May upload', levelNo: 2, appliesTo: 'Party' },
      { authLevelCode: 'L1', authLevelDesc: 'May look', levelNo: 1, appliesTo: null },
      { authLevelCode: 'LOOK', authLevelDesc: 'May look too', levelNo: 1, appliesTo: 'Party' },
      { authLevelCode: 'CHECKER', authLevelDesc: 'Reviews', levelNo: 3, appliesTo: 'Role' },
    ),
  'entity/documentdefinition/options': () =>
    content({ titleCode: 'T1', titleDesc: 'PAN card' }, { titleCode: 'T2', titleDesc: 'Salary slip' }),
  'documentdefinition/options': () =>
    content({ documentCode: 'PAN', titleCode: 'T1' }, { documentCode: 'SLIP', titleCode: 'T2' }),
  'code/countryList': () => content({ countryCode: 'IN', countryName: 'India' }),
  'code/stateList': () => content({ countryCode: 'IN', stateCode: 'TN', stateName: 'Tamil Nadu' }),
  'docrequest/propose': () =>
    content({ documentCode: 'PAN', documentTitle: 'PAN card', templateCode: 'HL', mandatory: true }),
};

/** A complete customer of an earlier request. */
export const meena = {
  customerName: 'Meena Subramaniam',
  customerType: 'IND',
  customerIndicator: 'NEW',
  customerIndustry: 'IT',
  customerReference: 'C-77',
  primaryMobile: '+919840012345',
  emailAddress: 'meena@example.com',
  address1: '1 Lake View',
  address2: 'Anna Nagar',
  address3: 'West',
  city: 'Chennai',
  state: 'TN',
  postalCode: '600040',
  customerCountry: 'IN',
};

/** A complete stored request. */
export const stored = {
  ...meena,
  txnRefNo: 'N2611150000017',
  versionNumber: 4,
  createdOn: '2099-01-01T06:00:00.000Z',
  sentOn: '2099-01-01T06:00:00.000Z',
  transactionStatus: 'Requested',
  allowed: ['edit'],
  requestCategory: 'LOAN',
  requestSubCategory: 'HOME',
  requestPurpose: 'BUY',
  documentDueDate: '2099-01-08',
  expiryDays: 30,
  parties: [
    {
      partySeqNo: 1,
      partyType: 'Customer',
      firstName: 'Meena',
      secondName: null,
      lastName: 'Subramaniam',
      mobileNumber: '+919840012345',
      emailAddress: 'meena@example.com',
      primaryParty: true,
      emailNotification: true,
      smsNotification: false,
      langCode: 'en',
      documents: [
        {
          documentNo: 1,
          documentCode: 'PAN',
          documentTitle: 'PAN card',
          mandatory: true,
          instructions: null,
          documentDueDate: null,
        },
      ],
    },
  ],
  notification: { ...notification, notifyAllParties: true },
};

/** A saved draft, complete except for the documents. */
export const aDraft = {
  screenCode: 'SD-BNK-001',
  updatedOn: '2026-11-14T09:00:00.000Z',
  body: {
    step: 1,
    values: {
      customer: { ...emptyCustomer('IN'), ...meena, requestCategory: 'LOAN', requestSubCategory: 'HOME' },
      parties: [
        { ...stored.parties[0], key: 'k1', secondName: '', authorisedBy: null, requestRemarks: '', documents: [] },
      ],
      notification: {
        ...stored.notification,
        documentDueDate: addDays(today(), 7),
        expiryDays: '30',
        recurringReminderDays: '3',
        reminderDaysBeforeExpiry: '3',
      },
    },
  },
};
