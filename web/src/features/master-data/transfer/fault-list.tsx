import { classes, FaultTable } from '@/components/file-import';
import type { ImportResult } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { type Definition, fieldOf } from '../model/definition';
import { labelText } from '../words';

/** All errors by line and column of the file. */
export function FaultList({ definition, result }: { definition: Definition; result: ImportResult }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const column = (name: string | null) =>
    name && fieldOf(definition, name) ? labelText(t, definition.resource, name) : (name ?? '–');
  const more = Number(result.moreFaults);
  return (
    <>
      <FaultTable
        title={t('ui.master.import.faults', {
          count: result.faults.length + more,
          number: number(result.faults.length + more),
        })}
        label={t('ui.master.import.faultList')}
        heads={[t('ui.master.import.line'), t('ui.master.import.column'), t('ui.master.import.fault')]}
        rows={result.faults.flatMap(({ line, errors }) =>
          errors.map(({ field, message }) => ({ line, column: column(field), message })),
        )}
      />
      {more > 0 && <p className={classes.more}>{t('ui.master.import.more', { number: number(more) })}</p>}
    </>
  );
}
