import { saveFile } from '@/lib/api';
import { customerRules } from '../model/fields';

/** One line per request: customer, party, notification, dates, and documents where they differ from the template. */
export const columns = [
  ...Object.keys(customerRules),
  'firstName',
  'lastName',
  'langCode',
  'requestRemarks',
  'branchCode',
  'documentDueDate',
  'expiryDays',
  'documents',
];

/** Starts with the byte order mark, so that spreadsheets read UTF-8. */
export const saveTemplate = () =>
  saveFile(new Blob([`\ufeff${columns.join(',')}\r\n`], { type: 'text/csv' }), 'requests.csv');
