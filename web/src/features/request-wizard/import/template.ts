import { saveFile } from '@/lib/api';
import { customerRules } from '../model/fields';

/** One line a request: the customer, the days, and the documents besides those of the templates. */
export const columns = [...Object.keys(customerRules), 'documentDueDate', 'expiryDays', 'documents'];

/** With the mark that tells spreadsheets the letters are UTF-8. */
export const saveTemplate = () =>
  saveFile(new Blob([`\ufeff${columns.join(',')}\r\n`], { type: 'text/csv' }), 'requests.csv');
