import type { RequestRow } from '@/lib/requests';

export type OutcomeKind = 'accepted' | 'declined' | 'cancelled' | 'expired';

type Stand = Pick<RequestRow, 'latestAction'> & { transactionStatus: string };

/** How a request ended; null while open. */
export function outcomeOf({ transactionStatus, latestAction }: Stand): OutcomeKind | null {
  switch (transactionStatus) {
    case 'Accepted':
      return 'accepted';
    case 'Expired':
      return 'expired';
    case 'Cancelled':
      return 'cancelled';
    case 'Rejected':
      return /cancel/i.test(latestAction) ? 'cancelled' : 'declined';
    default:
      return null;
  }
}
