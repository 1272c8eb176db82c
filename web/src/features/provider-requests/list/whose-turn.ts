import type { RequestRow } from '@/lib/requests';

/** Whose turn it is, as the customer sees it. */
export type Turn = 'mine' | 'theirs' | 'over';
export const turns: Turn[] = ['mine', 'theirs', 'over'];

const closed = ['Accepted', 'Rejected', 'Expired', 'Cancelled'];

export function whoseTurn({ transactionStatus, nextAction }: RequestRow): Turn {
  if (closed.includes(transactionStatus)) return 'over';
  return nextAction === 'customer' ? 'mine' : 'theirs';
}

/** Open requests by due date; closed ones newest first. */
export function inTurn(requests: RequestRow[], turn: Turn): RequestRow[] {
  const found = requests.filter((request) => whoseTurn(request) === turn);
  const newest = (one: RequestRow, other: RequestRow) =>
    (other.closedOn ?? other.updatedOn).localeCompare(one.closedOn ?? one.updatedOn);
  const due = (one: RequestRow, other: RequestRow) =>
    one.documentDueDate.localeCompare(other.documentDueDate);
  return found.sort(turn === 'over' ? newest : due);
}
