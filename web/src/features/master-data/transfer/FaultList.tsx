import type { ImportResult } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { type Definition, fieldOf } from '../model/definition';
import { labelText } from '../words';
import classes from './transfer.module.css';

/** Every fault by its line in the file and its column. */
export function FaultList({ definition, result }: { definition: Definition; result: ImportResult }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const column = (name: string | null) =>
    name && fieldOf(definition, name) ? labelText(t, definition.resource, name) : (name ?? '–');
  const more = Number(result.moreFaults);
  return (
    <>
      <p className={classes.bad}>
        {t('ui.master.import.faults', {
          count: result.faults.length + more,
          number: number(result.faults.length + more),
        })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must be scrolled by keyboard too */}
      <section className={classes.faults} tabIndex={0} aria-label={t('ui.master.import.faultList')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('ui.master.import.line')}</th>
              <th scope="col">{t('ui.master.import.column')}</th>
              <th scope="col">{t('ui.master.import.fault')}</th>
            </tr>
          </thead>
          <tbody>
            {result.faults.flatMap(({ line, errors }) =>
              errors.map((error) => (
                <tr key={`${line} ${error.field} ${error.message}`}>
                  <td>{number(line)}</td>
                  <td>{column(error.field)}</td>
                  <td>{error.message}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </section>
      {more > 0 && <p className={classes.more}>{t('ui.master.import.more', { number: number(more) })}</p>}
    </>
  );
}
