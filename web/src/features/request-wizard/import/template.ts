import { saveFile } from '@/lib/api';
import { customerRules } from '../model/fields';

/** One line a request: the customer, who is asked and how, the days, and the documents where they are not the template's. */
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

/** With the mark that tells spreadsheets the letters are UTF-8. */
export const saveTemplate = () =>
  saveFile(new Blob([`\ufeff${columns.join(',')}\r\n`], { type: 'text/csv' }), 'requests.csv');
