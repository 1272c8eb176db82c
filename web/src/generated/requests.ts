// Generated from crates/domain/src/request/bodies.rs by `make generated`; a test fails when it differs. Do not edit.

export const requestStatusValues = ['New', 'Requested', 'Pending', 'Waiting', 'Modified', 'Accepted', 'Rejected', 'Expired'] as const;
export type RequestStatus = (typeof requestStatusValues)[number];

export const nextActionValues = ['send', 'customer', 'review', 'decide', 'none'] as const;
export type NextAction = (typeof nextActionValues)[number];

export const requestActionValues = ['send', 'edit', 'delete', 'approve', 'decline', 'extend', 'cancel', 'forward', 'notify', 'remind', 'adddocument', 'addparty', 'clone', 'hold', 'evidence'] as const;
export type RequestAction = (typeof requestActionValues)[number];

export const partyTypeValues = ['Customer', 'Banker'] as const;
export type PartyType = (typeof partyTypeValues)[number];

export const languageCodeValues = ['en', 'ta'] as const;
export type LanguageCode = (typeof languageCodeValues)[number];

export const documentStatusValues = ['New', 'Requested', 'Uploaded', 'Waiting', 'Accepted', 'Rejected', 'Not Required', 'Expired'] as const;
export type DocumentStatus = (typeof documentStatusValues)[number];

export const rejectReasonValues = ['UNREADABLE', 'INCOMPLETE', 'WRONG', 'EXPIRED', 'MISMATCH', 'PASSWORD', 'MALWARE', 'OTHER'] as const;
export type RejectReason = (typeof rejectReasonValues)[number];

export const documentActionValues = ['upload', 'submit', 'accept', 'reject', 'sendback', 'undo', 'notrequired', 'answerclaim', 'answerwaiver', 'withdrawwaiver', 'claim', 'removedocument', 'remark', 'original'] as const;
export type DocumentAction = (typeof documentActionValues)[number];

export const shareTargetValues = ['fileSharing', 'drive'] as const;
export type ShareTarget = (typeof shareTargetValues)[number];

export const shareStateValues = ['waiting', 'shared', 'failed'] as const;
export type ShareState = (typeof shareStateValues)[number];

export const ruleVerdictValues = ['Waiting', 'Pass', 'Fail', 'Unreadable', 'None'] as const;
export type RuleVerdict = (typeof ruleVerdictValues)[number];

export const keywordTypeValues = ['ANY', 'ALL', 'NONE', 'EXACT', 'FUZZY', 'REGEX', 'MASK'] as const;
export type KeywordType = (typeof keywordTypeValues)[number];

export const scanValues = ['clean', 'infected', 'notScanned'] as const;
export type Scan = (typeof scanValues)[number];

export const verdictValues = ['accept', 'reject', 'sendback', 'undo'] as const;
export type Verdict = (typeof verdictValues)[number];

export const statusChangeToValues = ['none', 'all', 'authorised', 'customer'] as const;
export type StatusChangeTo = (typeof statusChangeToValues)[number];

export const actionNameValues = ['send', 'approve', 'decline', 'cancel', 'extend', 'forward', 'notify', 'remind', 'notrequired', 'removedocument', 'claim', 'answerclaim', 'answerwaiver', 'withdrawwaiver', 'adddocument', 'addparty'] as const;
export type ActionName = (typeof actionNameValues)[number];

export const sideValues = ['staff', 'customer', 'system'] as const;
export type Side = (typeof sideValues)[number];

export const jobStateValues = ['Running', 'Cancelling', 'Done', 'Cancelled'] as const;
export type JobState = (typeof jobStateValues)[number];

export const channelValues = ['Email', 'SMS'] as const;
export type Channel = (typeof channelValues)[number];

export const uploadFaultValues = ['size', 'format', 'empty', 'heic', 'damaged', 'locked', 'active', 'mixed', 'infected', 'tooMany'] as const;
export type UploadFault = (typeof uploadFaultValues)[number];

export const messageStateValues = ['queued', 'sent', 'delivered', 'bounced', 'failed', 'dismissed'] as const;
export type MessageState = (typeof messageStateValues)[number];

export const reminderKindValues = ['recurring', 'beforeExpiry', 'onExpiry'] as const;
export type ReminderKind = (typeof reminderKindValues)[number];

export const reminderActionNameValues = ['skip', 'now'] as const;
export type ReminderActionName = (typeof reminderActionNameValues)[number];

export interface Customer {
  customerName: string;
  customerType: string;
  customerCategory: string | null;
  customerIndicator: string;
  customerIndustry: string;
  requestCategory: string;
  requestSubCategory: string;
  requestPurpose: string;
  /** Staff and the customer's own parties only. */
  primaryMobile: string;
  /** Staff and the customer's own parties only. */
  alternateMobile: string | null;
  /** Staff and the customer's own parties only. */
  address1: string;
  /** Staff and the customer's own parties only. */
  address2: string;
  /** Staff and the customer's own parties only. */
  address3: string;
  /** Staff and the customer's own parties only. */
  city: string;
  /** Staff and the customer's own parties only. */
  state: string;
  /** Staff and the customer's own parties only. */
  postalCode: string;
  /** Staff and the customer's own parties only. */
  customerCountry: string;
  /** Staff and the customer's own parties only. */
  emailAddress: string;
  /** Staff only. */
  customerReference: string;
}

export interface RequestRow {
  customerName: string;
  customerType: string;
  customerCategory: string | null;
  customerIndicator: string;
  customerIndustry: string;
  requestCategory: string;
  requestSubCategory: string;
  requestPurpose: string;
  /** Staff and the customer's own parties only. */
  primaryMobile: string;
  /** Staff and the customer's own parties only. */
  alternateMobile: string | null;
  /** Staff and the customer's own parties only. */
  address1: string;
  /** Staff and the customer's own parties only. */
  address2: string;
  /** Staff and the customer's own parties only. */
  address3: string;
  /** Staff and the customer's own parties only. */
  city: string;
  /** Staff and the customer's own parties only. */
  state: string;
  /** Staff and the customer's own parties only. */
  postalCode: string;
  /** Staff and the customer's own parties only. */
  customerCountry: string;
  /** Staff and the customer's own parties only. */
  emailAddress: string;
  /** Staff only. */
  customerReference: string;
  txnRefNo: string;
  txnId: string;
  countryCode: string;
  entityCode: string;
  tenantCode: string;
  branchCode: string;
  /** Staff only. */
  userReference: string | null;
  /** Staff only. */
  referredBy: string | null;
  transactionStatus: RequestStatus;
  latestAction: string;
  /** Staff only. */
  latestActionBy: string;
  /** Staff only. */
  latestActionByName: string | null;
  latestActionOn: string;
  reason: string | null;
  versionNumber: number;
  createdOn: string;
  /** Staff only. */
  createdBy: string;
  updatedOn: string;
  /** Staff only. */
  updatedBy: string;
  /** Staff only. */
  owner: string;
  /** Staff only. */
  forwardedTo: string | null;
  sentOn: string | null;
  closedOn: string | null;
  documentDueDate: string;
  expiryDays: number;
  expiresOn: string;
  /** Staff only. */
  purgeDays: number;
  verificationLevels: number;
  documentsRequested: number;
  documentsAccepted: number;
  documentsPending: number;
  documentsRejected: number;
  documentsNotRequired: number;
  documentsInReview: number;
  nextAction: NextAction;
  allowed: RequestAction[];
  requestCategoryDesc?: string | null;
  requestSubCategoryDesc?: string | null;
  requestPurposeDesc?: string | null;
  branchName?: string | null;
}

export interface UnreadableRow {
  txnRefNo: string;
  isUnreadable: boolean;
}

export interface Request {
  customerName: string;
  customerType: string;
  customerCategory: string | null;
  customerIndicator: string;
  customerIndustry: string;
  requestCategory: string;
  requestSubCategory: string;
  requestPurpose: string;
  /** Staff and the customer's own parties only. */
  primaryMobile: string;
  /** Staff and the customer's own parties only. */
  alternateMobile: string | null;
  /** Staff and the customer's own parties only. */
  address1: string;
  /** Staff and the customer's own parties only. */
  address2: string;
  /** Staff and the customer's own parties only. */
  address3: string;
  /** Staff and the customer's own parties only. */
  city: string;
  /** Staff and the customer's own parties only. */
  state: string;
  /** Staff and the customer's own parties only. */
  postalCode: string;
  /** Staff and the customer's own parties only. */
  customerCountry: string;
  /** Staff and the customer's own parties only. */
  emailAddress: string;
  /** Staff only. */
  customerReference: string;
  txnRefNo: string;
  txnId: string;
  countryCode: string;
  entityCode: string;
  tenantCode: string;
  branchCode: string;
  /** Staff only. */
  userReference: string | null;
  /** Staff only. */
  referredBy: string | null;
  transactionStatus: RequestStatus;
  latestAction: string;
  /** Staff only. */
  latestActionBy: string;
  /** Staff only. */
  latestActionByName: string | null;
  latestActionOn: string;
  reason: string | null;
  versionNumber: number;
  createdOn: string;
  /** Staff only. */
  createdBy: string;
  updatedOn: string;
  /** Staff only. */
  updatedBy: string;
  /** Staff only. */
  owner: string;
  /** Staff only. */
  forwardedTo: string | null;
  sentOn: string | null;
  closedOn: string | null;
  documentDueDate: string;
  expiryDays: number;
  expiresOn: string;
  /** Staff only. */
  purgeDays: number;
  verificationLevels: number;
  documentsRequested: number;
  documentsAccepted: number;
  documentsPending: number;
  documentsRejected: number;
  documentsNotRequired: number;
  documentsInReview: number;
  nextAction: NextAction;
  allowed: RequestAction[];
  requestCategoryDesc?: string | null;
  requestSubCategoryDesc?: string | null;
  requestPurposeDesc?: string | null;
  branchName?: string | null;
  parties: Party[];
  /** Staff only. */
  notification: NotificationSettings;
  legalHolds?: LegalHold[];
}

export interface RequestInput {
  customerName: string;
  customerType: string;
  customerCategory?: string | null;
  customerIndicator: string;
  customerIndustry: string;
  requestCategory: string;
  requestSubCategory: string;
  requestPurpose: string;
  primaryMobile: string;
  alternateMobile?: string | null;
  address1: string;
  address2?: string | null;
  address3?: string | null;
  city: string;
  state: string;
  postalCode: string;
  customerCountry: string;
  emailAddress: string;
  customerReference: string;
  txnRefNo?: string | null;
  countryCode?: string | null;
  entityCode?: string | null;
  tenantCode?: string | null;
  branchCode?: string | null;
  userReference?: string | null;
  referredBy?: string | null;
  versionNumber?: number | null;
  documentDueDate?: string | null;
  expiryDays?: number | null;
  parties: PartyInput[];
  notification?: NotificationSettingsInput | null;
  send?: boolean | null;
  draft?: boolean | null;
  langCode?: string | null;
  renews?: DocumentKey | null;
}

export const requestLimits = {
  customerName: 100,
  customerType: 10,
  customerCategory: 10,
  customerIndicator: 10,
  customerIndustry: 10,
  requestCategory: 10,
  requestSubCategory: 10,
  requestPurpose: 10,
  address1: 100,
  address2: 100,
  address3: 100,
  city: 50,
  state: 50,
  postalCode: 10,
  customerCountry: 3,
  emailAddress: 128,
  customerReference: 50,
  branchCode: 10,
  userReference: 50,
  referredBy: 10,
  expiryDays: 3650,
  parties: 50,
} as const;

export interface LegalHold {
  holdId: string;
  txnRefNo: string | null;
  customerReference: string | null;
  reason: string;
  setBy: string;
  setOn: string;
  liftedBy: string | null;
  liftedOn: string | null;
}

export interface HoldQuery {
  txnRefNo?: string | null;
  customerReference?: string | null;
}

export interface HoldInput {
  txnRefNo?: string | null;
  customerReference?: string | null;
  records?: RequestKey[] | null;
  reason: string;
}

export const holdInputLimits = {
  records: 200,
  reason: 500,
} as const;

export interface Party {
  partySeqNo: number;
  partyType: PartyType;
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
  langCode: LanguageCode;
  documents: RequestDocument[];
  own?: boolean;
}

export interface PartyInput {
  partySeqNo?: number | null;
  partyType?: PartyType | null;
  firstName: string;
  secondName?: string | null;
  lastName: string;
  mobileNumber: string;
  emailAddress?: string | null;
  primaryParty?: boolean | null;
  authorizeOtherPty?: boolean | null;
  emailNotification?: boolean | null;
  smsNotification?: boolean | null;
  requestRemarks?: string | null;
  sameRemarksToAllPty?: boolean | null;
  relationship?: string | null;
  authPartySeqNo?: number | null;
  authLevel?: number | null;
  langCode?: LanguageCode | null;
  documents?: RequestDocumentInput[] | null;
}

export const partyLimits = {
  partySeqNo: 10000,
  firstName: 50,
  secondName: 50,
  lastName: 50,
  emailAddress: 128,
  requestRemarks: 1000,
  relationship: 10,
  authPartySeqNo: 10000,
  authLevel: 3,
  documents: 100,
} as const;

export interface RequestDocument {
  documentNo: number;
  partySeqNo: number;
  documentCode: string;
  templateCode: string | null;
  mandatory: boolean;
  instructions: string | null;
  documentDueDate: string | null;
  documentTitle: string;
  documentCategory: string;
  instructionsShown: string | null;
  documentTypes: string;
  maxSizeMb: number;
  maxFiles: number;
  keepOriginal: boolean;
  status: DocumentStatus;
  acceptedLevels: number;
  claim: PendingQuestion | null;
  waiver: PendingQuestion | null;
  needsSecondPerson: boolean;
  reasonCode: RejectReason | null;
  reasonRemark: string | null;
  versions: Version[];
  verification: DocumentVerification;
  staged: StoredFile[];
  shares?: DocumentShare[];
  allowed: DocumentAction[];
}

export interface RequestDocumentInput {
  documentNo?: number | null;
  documentCode: string;
  templateCode?: string | null;
  mandatory?: boolean | null;
  instructions?: string | null;
  documentDueDate?: string | null;
}

export const requestDocumentLimits = {
  documentNo: 100000,
  documentCode: 10,
  templateCode: 10,
  instructions: 1000,
} as const;

export interface DocumentShare {
  versionNo: number;
  target: ShareTarget;
  state: ShareState;
  doneOn: string | null;
  fault: string | null;
}

export interface PendingQuestion {
  by: string;
  reason: string | null;
  on: string;
}

export interface DocumentVerification {
  verdict: RuleVerdict;
  code: string | null;
  readOn?: string | null;
  details?: Evidence[];
}

export interface Evidence {
  ruleCode: string;
  detailNo: number;
  keywordType: KeywordType;
  wanted?: string[];
  isMatched: boolean;
  found: string | null;
  fileId: string | null;
  page: number | null;
  box: [number, number, number, number] | null;
}

export interface Version {
  versionNo: number;
  uploadedBy: string | null;
  uploadedOn: string;
  onBehalf: boolean;
  files: StoredFile[];
  reviews: Review[];
}

export interface StoredFile {
  fileId: string;
  fileName: string;
  contentType: string;
  size: number;
  pages: number | null;
  sha256: string;
  scan: Scan;
  isMasked: boolean;
  isOriginalOnly: boolean;
  purgedOn: string | null;
}

export interface OriginalFile {
  txnRefNo: string;
  documentNo?: number | null;
  fileId: string;
  reason: string;
}

export const originalFileLimits = {
  documentNo: 100000,
} as const;

export interface Review {
  level: number;
  by: string;
  on: string;
  verdict: Verdict;
  reasonCode: RejectReason | null;
  remark: string | null;
}

export interface NotificationSettings {
  recurringReminderDays: number;
  reminderDaysBeforeExpiry: number;
  reminderOnExpiryDate: boolean;
  notifyAllParties: boolean;
  notifyAuthorisedParties: boolean;
  statusChangeTo: StatusChangeTo;
}

export interface NotificationSettingsInput {
  recurringReminderDays?: number | null;
  reminderDaysBeforeExpiry?: number | null;
  reminderOnExpiryDate?: boolean | null;
  notifyAllParties?: boolean | null;
  notifyAuthorisedParties?: boolean | null;
  statusChangeTo?: StatusChangeTo | null;
}

export const notificationSettingsLimits = {
  recurringReminderDays: 365,
  reminderDaysBeforeExpiry: 365,
} as const;

export interface RequestActionCall {
  action: ActionName;
  txnRefNo?: string | null;
  versionNumber?: number | null;
  records?: RequestKey[] | null;
  filter?: RequestQuery | null;
  background?: boolean | null;
  reason?: string | null;
  documentNo?: number | null;
  granted?: boolean | null;
  expiresOn?: string | null;
  documentDueDate?: string | null;
  toUserId?: string | null;
  partySeqNo?: number | null;
  documentCode?: string | null;
  mandatory?: boolean | null;
  instructions?: string | null;
  party?: PartyInput | null;
  templateCode?: string | null;
}

export const requestActionCallLimits = {
  records: 5000,
  reason: 1000,
  documentNo: 100000,
  toUserId: 50,
  partySeqNo: 10000,
  documentCode: 10,
  instructions: 1000,
  templateCode: 10,
} as const;

export interface AddDocumentCall {
  action: ActionName;
  txnRefNo: string;
  versionNumber?: number | null;
  partySeqNo: number;
  documentCode: string;
  templateCode?: string | null;
  mandatory?: boolean | null;
  instructions?: string | null;
  documentDueDate?: string | null;
}

export const addDocumentCallLimits = {
  partySeqNo: 10000,
  documentCode: 10,
  templateCode: 10,
  instructions: 1000,
} as const;

export interface RequestKey {
  txnRefNo: string;
  versionNumber?: number | null;
}

export interface RequestKeys {
  records: RequestKey[];
}

export interface FailedAction {
  txnRefNo: string;
  error: string;
}

export interface DocumentKey {
  txnRefNo: string;
  documentNo: number;
}

export const documentKeyLimits = {
  txnRefNo: 20,
  documentNo: 100000,
} as const;

export interface StagedFileKey {
  txnRefNo: string;
  documentNo: number;
  fileId: string;
}

export const stagedFileKeyLimits = {
  documentNo: 100000,
} as const;

export interface ReviewDecision {
  txnRefNo: string;
  versionNumber?: number | null;
  documentNo: number;
  versionNo?: number | null;
  decision: Verdict;
  reasonCode?: RejectReason | null;
  remark?: string | null;
}

export const reviewDecisionLimits = {
  documentNo: 100000,
  versionNo: 100000,
  remark: 1000,
} as const;

export interface Submission {
  txnRefNo: string;
  versionNumber?: number | null;
  documents?: number[] | null;
  remark?: string | null;
  remarks?: DocumentRemark[] | null;
}

export const submissionLimits = {
  remark: 1000,
  remarks: 200,
} as const;

export interface DocumentRemark {
  documentNo?: number | null;
  text?: string | null;
}

export const documentRemarkLimits = {
  documentNo: 100000,
  text: 1000,
} as const;

export interface NewRemark {
  txnRefNo: string;
  versionNumber?: number | null;
  documentNo?: number | null;
  text: string;
}

export const newRemarkLimits = {
  documentNo: 100000,
  text: 1000,
} as const;

export interface Remark {
  remarkId: string;
  documentNo: number;
  by: string;
  byName: string;
  bySide: Side;
  at: string;
  text: string;
}

export interface Meeting {
  meetingId: string;
  txnRefNo: string;
  subject: string;
  startsAt: string;
  durationMinutes: number;
  place: string | null;
  remarks: string | null;
  parties: number[];
  versionNumber: number;
  cancelled: boolean;
  createdBy: string;
  updatedOn: string;
}

export interface MeetingInput {
  meetingId?: string | null;
  txnRefNo: string;
  subject: string;
  startsAt: string;
  durationMinutes?: number | null;
  place?: string | null;
  remarks?: string | null;
  parties?: number[] | null;
  versionNumber?: number | null;
}

export const meetingLimits = {
  subject: 200,
  durationMinutes: 1440,
  place: 200,
  remarks: 1000,
} as const;

export interface MeetingKey {
  txnRefNo: string;
  meetingId: string;
  versionNumber?: number | null;
}

export interface RequestQuery {
  page?: number | null;
  size?: number | null;
  sort?: string | null;
  q?: string | null;
  status?: string | null;
  from?: string | null;
  to?: string | null;
  dueFrom?: string | null;
  dueTo?: string | null;
  branchCode?: string | null;
  requestCategory?: string | null;
  customerType?: string | null;
  owner?: string | null;
  overdue?: boolean | null;
  purgeWithin?: number | null;
  txnRefNo?: string | null;
  view?: string | null;
}

export const requestQueryLimits = {
  size: 200,
  purgeWithin: 366,
} as const;

export interface JobKey {
  jobId: string;
}

export interface JobFault {
  txnRefNo: string;
  message: string;
}

export interface Job {
  jobId: string;
  state: JobState;
  total: number;
  done: number;
  sent: number;
  failed: number;
  startedOn: string;
  endedOn: string | null;
  faults?: JobFault[];
}

export interface QueueQuery {
  page?: number | null;
  size?: number | null;
  branchCode?: string | null;
  requestCategory?: string | null;
  level?: number | null;
}

export const queueQueryLimits = {
  size: 200,
  level: 5,
} as const;

export interface QueueItem {
  txnRefNo: string;
  documentNo: number;
  versionNo: number;
  documentTitle: string;
  customerName: string;
  partyName: string;
  branchCode: string;
  requestCategory: string;
  level: number;
  documentDueDate: string;
  uploadedOn: string;
  waitingSince?: string;
  verdict?: RuleVerdict;
  fileId?: string | null;
}

export interface DraftKey {
  screenCode?: string | null;
}

export interface Draft {
  screenCode: string;
  body: Record<string, unknown>;
  updatedOn: string;
}

export interface DraftInput {
  screenCode?: string | null;
  body: Record<string, unknown>;
}

export interface KeptDraft {
  screenCode: string;
  updatedOn: string;
}

export interface SavedView {
  name: string;
  query: string;
}

export interface SavedViewInput {
  name: string;
  query?: string | null;
}

export const savedViewLimits = {
  name: 50,
  query: 1000,
} as const;

export interface SavedViewKey {
  name: string;
}

export const savedViewKeyLimits = {
  name: 50,
} as const;

export interface ProposalQuery {
  customerType?: string | null;
  requestCategory?: string | null;
  requestSubCategory?: string | null;
  customerCategory?: string | null;
}

export interface ProposedDocument {
  documentCode: string;
  documentTitle: string;
  documentCategory: string;
  documentTypes: string;
  maxSizeMb: number;
  maxFiles: number;
  templateCode: string | null;
  mandatory: boolean;
  instructions: string | null;
  instructionsShown: string | null;
}

export interface Message {
  partySeqNo: number;
  partyName: string;
  channel: Channel;
  to: string;
  language: LanguageCode;
  subject: string;
  text: string;
}

export interface FailedUpload {
  on: string;
  documentNo: number;
  cause: UploadFault;
}

export interface SentMessage {
  messageId: string;
  partySeqNo: number;
  event: string;
  channel: Channel;
  recipient: string;
  state: MessageState;
  tries: number;
  answer: string | null;
  createdOn: string;
  doneOn: string | null;
  subject: string;
  text: string;
  loggedInOn?: string | null;
  linkOpenedOn?: string | null;
  failedUpload?: FailedUpload | null;
}

export interface RefusedFile {
  txnRefNo: string;
  documentNo: number;
  cause: UploadFault;
}

export const refusedFileLimits = {
  documentNo: 100000,
} as const;

export interface Reminder {
  partySeqNo: number;
  partyName: string;
  kind: ReminderKind;
  dueOn: string;
}

export interface ReminderAction {
  txnRefNo: string;
  versionNumber?: number | null;
  partySeqNo: number;
  action: ReminderActionName;
}

export const reminderActionLimits = {
  partySeqNo: 100000,
} as const;

export interface DeliveryQuery {
  page?: number | null;
  size?: number | null;
  state?: MessageState | null;
  channel?: Channel | null;
  txnRefNo?: string | null;
}

export const deliveryQueryLimits = {
  size: 200,
} as const;

export interface Delivery {
  messageId: string;
  txnRefNo: string;
  partySeqNo: number;
  event: string;
  channel: Channel;
  recipient: string;
  state: MessageState;
  tries: number;
  answer: string | null;
  createdOn: string;
  doneOn: string | null;
}

export interface MessageKey {
  messageId: string;
}

export interface DeliveryAction {
  messageId?: string | null;
  records?: MessageKey[] | null;
  action: string;
  recipient?: string | null;
}

export const deliveryActionLimits = {
  records: 200,
} as const;

export interface TimelineEntry {
  at: string;
  actor: string;
  bySide: Side;
  forUser: string | null;
  action: string;
  documentNo: number | null;
  documentTitle: string | null;
  detail: Record<string, unknown>;
}

export interface Notice {
  notificationId: string;
  at: string;
  event: string;
  txnRefNo: string;
  customerName: string;
  documentTitle: string | null;
  actor: string;
  isRead: boolean;
}

export interface ReadNotices {
  notificationId?: string | null;
  all?: boolean | null;
}

export interface Renewal {
  txnRefNo: string;
  documentNo: number;
  documentTitle: string;
  customerName: string;
  complianceApplicable: string;
  dueOn: string;
  remindOn: string;
  renewedBy: string | null;
}
