import { connection } from './connection';

/** A request that somebody changed, here or elsewhere. */
export interface RequestChange {
  txnRefNo: string;
  transactionStatus: string;
  versionNumber: number;
}

/** What the bell shows, just as the list of notifications has it. */
export interface NotificationEvent {
  notificationId: string;
  at: string;
  event: string;
  txnRefNo: string | null;
  customerName: string | null;
  documentTitle: string | null;
  actor: string | null;
  isRead: boolean;
}

/**
 * Hears of every change of a request that the caller may see. One stream serves all listeners; it is open while there are any.
 * `undefined` means that changes may have been missed while the line was down: look again at whatever is shown.
 */
export const onRequestChange = (listener: (change: RequestChange | undefined) => void) =>
  connection.listen('request', listener as (data: unknown) => void);

/** Hears of every new notification; `undefined` as above. */
export const onNotification = (listener: (event: NotificationEvent | undefined) => void) =>
  connection.listen('notification', listener as (data: unknown) => void);
