import type { RequestRow as ReadableRow, UnreadableRow } from '@/generated/requests';

export type {
  ActionName,
  Customer as CustomerPart,
  DocumentAction,
  DocumentStatus,
  Evidence,
  NotificationSettings,
  Party,
  PartyInput,
  RejectReason,
  Remark,
  Request as DocRequest,
  RequestAction,
  RequestActionCall,
  RequestDocument,
  RequestStatus,
  Review,
  StoredFile,
  Submission,
  TimelineEntry,
  Version,
} from '@/generated/requests';
export {
  actionNameValues as actionNames,
  rejectReasonValues as rejectReasons,
  requestStatusValues as requestStatuses,
} from '@/generated/requests';

/** A request as lists show it. Of a damaged record only the reference is known. */
export type RequestRow = ReadableRow & Partial<Pick<UnreadableRow, 'isUnreadable'>>;
