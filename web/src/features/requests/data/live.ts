export interface RequestChange {
  txnRefNo: string;
  transactionStatus: string;
  versionNumber: number;
}

/** Hears of changes made elsewhere; `undefined` means that some may have been missed. */
export const onRequestChange = (_listener: (change: RequestChange | undefined) => void) => () => {};
