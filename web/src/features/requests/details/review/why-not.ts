import type { RequestDocument } from '@/lib/requests';
import { isInReview, isOwed } from '../../model/owing';

/** Why there is nothing to decide: an empty panel would leave users guessing. */
export function whyNot(document: RequestDocument, isNewest: boolean) {
  if (!isNewest) return 'old';
  if (document.status === 'New') return 'unsent';
  if (isOwed(document)) return 'owed';
  if (isInReview(document)) return 'others';
  return 'settled';
}
