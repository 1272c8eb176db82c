export const requestStatuses = [
  'New',
  'Requested',
  'Pending',
  'Waiting',
  'Modified',
  'Accepted',
  'Rejected',
  'Expired',
] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export type DocumentStatus =
  | 'New'
  | 'Requested'
  | 'Uploaded'
  | 'Waiting'
  | 'Accepted'
  | 'Rejected'
  | 'Not Required'
  | 'Expired';

/** Why a document was rejected; the wording is under `reject.`. */
export const rejectReasons = [
  'UNREADABLE',
  'INCOMPLETE',
  'WRONG',
  'EXPIRED',
  'MISMATCH',
  'PASSWORD',
  'OTHER',
] as const;

export interface StoredFile {
  fileId: string;
  fileName: string;
  contentType: string;
  size: number;
  pages?: number | null;
}

export interface Review {
  level: number;
  by: string;
  on: string;
  verdict: 'accept' | 'reject' | 'sendback' | 'undo';
  reasonCode: string | null;
  remark: string | null;
}

export interface Version {
  versionNo: number;
  uploadedBy: string;
  uploadedOn: string;
  onBehalf: boolean;
  files: StoredFile[];
  reviews: Review[];
}

export type DocumentAction =
  | 'upload'
  | 'submit'
  | 'accept'
  | 'reject'
  | 'sendback'
  | 'undo'
  | 'notrequired'
  | 'answerclaim'
  | 'answerwaiver'
  | 'withdrawwaiver'
  | 'claim'
  | 'removedocument'
  | 'remark';

export interface RequestDocument {
  documentNo: number;
  documentCode: string;
  templateCode: string | null;
  documentTitle: string;
  documentCategory: string;
  /** Comma-separated, as in the definition: `pdf,png`. */
  documentTypes: string;
  maxSizeMb: number;
  maxFiles: number;
  mandatory: boolean;
  instructions: string | null;
  documentDueDate: string | null;
  status: DocumentStatus;
  acceptedLevels: number;
  claim: { by: string; reason: string; on: string } | null;
  /** A staff member requested a waiver, and a second one has not answered yet. */
  waiver: { by: string; reason: string | null; on: string } | null;
  /** Waiving it takes two staff members. */
  needsSecondPerson: boolean;
  reasonCode: string | null;
  reasonRemark: string | null;
  versions: Version[];
  staged: StoredFile[];
  allowed: DocumentAction[];
}

export interface Party {
  partySeqNo: number;
  partyType: 'Customer' | 'Banker';
  firstName: string;
  secondName: string | null;
  lastName: string;
  mobileNumber: string | null;
  emailAddress: string | null;
  primaryParty: boolean;
  authorizeOtherPty: boolean;
  emailNotification: boolean;
  smsNotification: boolean;
  requestRemarks: string | null;
  sameRemarksToAllPty: boolean;
  relationship: string | null;
  relationshipDesc: string | null;
  authPartySeqNo: number | null;
  authLevel: number | null;
  langCode: 'en' | 'ta';
  documents: RequestDocument[];
}

export interface CustomerPart {
  customerName: string;
  customerType: string;
  customerCategory: string | null;
  customerIndicator: string;
  customerIndustry: string;
  requestCategory: string;
  requestSubCategory: string;
  requestPurpose: string;
  primaryMobile: string;
  alternateMobile: string | null;
  address1: string;
  address2: string;
  address3: string;
  city: string;
  state: string;
  postalCode: string;
  customerCountry: string;
  emailAddress: string;
  customerReference: string;
}

export interface NotificationSettings {
  recurringReminderDays: number;
  reminderDaysBeforeExpiry: number;
  reminderOnExpiryDate: boolean;
  notifyAllParties: boolean;
  notifyAuthorisedParties: boolean;
  statusChangeTo: 'none' | 'all' | 'authorised' | 'customer';
}

export type RequestAction =
  | 'send'
  | 'edit'
  | 'delete'
  | 'approve'
  | 'decline'
  | 'extend'
  | 'cancel'
  | 'forward'
  | 'notify'
  | 'adddocument'
  | 'addparty'
  | 'clone';

/** A request as lists show it. */
export interface RequestRow extends CustomerPart {
  /** The stored record is damaged: only its reference is known. */
  isUnreadable?: boolean;
  txnRefNo: string;
  txnId: string;
  countryCode: string;
  entityCode: string;
  tenantCode: string;
  branchCode: string;
  userReference: string | null;
  referredBy: string | null;
  transactionStatus: RequestStatus;
  latestAction: string;
  latestActionBy: string;
  latestActionOn: string;
  reason: string | null;
  versionNumber: number;
  createdOn: string;
  createdBy: string;
  updatedOn: string;
  updatedBy: string;
  owner: string;
  forwardedTo?: string | null;
  sentOn: string | null;
  closedOn: string | null;
  documentDueDate: string;
  expiryDays: number;
  expiresOn: string;
  purgeDays: number;
  verificationLevels: number;
  documentsRequested: number;
  documentsAccepted: number;
  documentsPending: number;
  documentsRejected: number;
  documentsNotRequired: number;
  /** Documents a party has sent and the bank has not settled; parties only. */
  documentsInReview?: number;
  nextAction: 'send' | 'customer' | 'review' | 'decide' | 'none';
  allowed: RequestAction[];
}

/** The complete request. */
export interface DocRequest extends RequestRow {
  parties: Party[];
  notification: NotificationSettings;
}

export interface TimelineEntry {
  at: string;
  actor: string;
  forUser: string | null;
  action: string;
  documentNo: number | null;
  documentTitle: string | null;
  detail: Record<string, unknown> | null;
}

export interface Remark {
  remarkId: string;
  documentNo: number;
  by: string;
  byName: string;
  bySide: 'staff' | 'customer' | 'system';
  at: string;
  text: string;
}
