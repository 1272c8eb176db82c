import { FaultTable } from '@/components/file-import';
import { useTranslation } from '@/lib/wording';
import { labelOf } from '../words';
import type { ImportFault } from './calls';
import { columns } from './template';

/** All errors by line and column of the file. */
export function Faults({ faults }: { faults: ImportFault[] }) {
  const { t } = useTranslation();
  /** `parties[0].firstName` belongs to the column `firstName`. */
  const column = (path: string | null) => {
    const name = path?.slice(path.lastIndexOf('.') + 1) ?? '–';
    return columns.includes(name) ? labelOf(t, name) : name;
  };
  // One cell may fill several fields, such as the customer's and the party's address: report its error once.
  const rows = new Map(
    faults.map(({ line, field, message }) => {
      const row = { line, column: column(field), message };
      return [JSON.stringify(row), row];
    }),
  );
  return (
    <FaultTable
      title={t('ui.wizard.bulk.faults', { count: rows.size })}
      label={t('ui.wizard.bulk.faultList')}
      heads={[t('ui.wizard.bulk.line'), t('ui.wizard.bulk.column'), t('ui.wizard.bulk.fault')]}
      rows={[...rows.values()]}
    />
  );
}
