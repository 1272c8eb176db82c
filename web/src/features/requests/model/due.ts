import { daysBetween } from '@/lib/days';
import type { RequestStatus } from '@/lib/requests';

/** The statuses in which a customer can still be late. */
const owing: RequestStatus[] = ['Requested', 'Pending', 'Modified'];

export const isOverdue = (
  {
    transactionStatus,
    documentDueDate,
  }: { transactionStatus: RequestStatus; documentDueDate: string | null },
  today: string,
) => owing.includes(transactionStatus) && documentDueDate !== null && daysBetween(documentDueDate, today) > 0;
