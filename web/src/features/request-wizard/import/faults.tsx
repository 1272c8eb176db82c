import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { labelOf } from '../words';
import type { ImportFault } from './calls';
import classes from './import.module.css';
import { columns } from './template';

/** Every fault by its line in the file and its column. */
export function Faults({ faults }: { faults: ImportFault[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const column = (name: string | null) => (name && columns.includes(name) ? labelOf(t, name) : (name ?? '–'));
  return (
    <>
      <p className={classes.bad}>{t('ui.wizard.bulk.faults', { count: faults.length })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must be scrolled by keyboard too */}
      <section className={classes.faults} tabIndex={0} aria-label={t('ui.wizard.bulk.faultList')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('ui.wizard.bulk.line')}</th>
              <th scope="col">{t('ui.wizard.bulk.column')}</th>
              <th scope="col">{t('ui.wizard.bulk.fault')}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ line, field, message }) => (
              <tr key={`${line} ${field} ${message}`}>
                <td>{number(line)}</td>
                <td>{column(field)}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
