import { FaultTable } from '@/components/file-import';
import { useTranslation } from '@/lib/wording';
import { labelOf } from '../words';
import type { ImportFault } from './calls';
import { columns } from './template';

/** Every fault by its line in the file and its column. */
export function Faults({ faults }: { faults: ImportFault[] }) {
  const { t } = useTranslation();
  /** `parties[0].firstName` is the column of that last name. */
  const column = (path: string | null) => {
    const name = path?.slice(path.lastIndexOf('.') + 1) ?? '–';
    return columns.includes(name) ? labelOf(t, name) : name;
  };
  // One cell fills several fields, such as the customer's address and the party's: what is wrong with it is said once.
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
