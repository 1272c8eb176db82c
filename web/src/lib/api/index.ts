// Without `transfer` and `upload`, which the login pages do not need.
export { type Domain, type DomainEntity, domain, pageDomain } from './address';
export { call, randomKey, send } from './client';
export {
  ApiError,
  fieldsOf,
  hasCode,
  isDeclined,
  isPassing,
  isStale,
  messageOf,
  showError,
  waitOf,
} from './errors';
export { find, history, list, options, remove, save, update } from './resources';
export { onStepUp } from './step-up';
export { expiryOf, isRefreshable, keepToken, refreshToken } from './token';
export type {
  Area,
  Call,
  Envelope,
  HistoryEntry,
  ImportFault,
  ImportResult,
  ListQuery,
  Manner,
  Operation,
  Page,
  Place,
  Query,
  Row,
} from './types';
