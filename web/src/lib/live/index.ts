import { connection } from './connection';

/** A request that was changed, here or elsewhere. */
export interface RequestChange {
  txnRefNo: string;
  transactionStatus: string;
  versionNumber: number;
}

/** A notification for the bell, in the same shape as in the list. */
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
 * Subscribes to changes of requests the caller may see. One stream serves all listeners; it is open while there are any.
 * `undefined` means that changes may have been missed while disconnected: refetch what is shown.
 */
export const onRequestChange = (listener: (change: RequestChange | undefined) => void) =>
  connection.listen('request', listener as (data: unknown) => void);

/** Subscribes to new notifications; `undefined` as above. */
export const onNotification = (listener: (event: NotificationEvent | undefined) => void) =>
  connection.listen('notification', listener as (data: unknown) => void);
