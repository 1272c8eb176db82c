import { useTranslation } from '@/lib/wording';
import { breakable } from './breakable';
import classes from './fact-list.module.css';
import { fieldKeys } from './words';

/** Names and values in a column; empty ones are left out. */
export function FactList({ facts, wide }: { facts: [string, string | null][]; wide?: boolean }) {
  const { t } = useTranslation();
  return (
    <dl className={`${classes.facts} grid m-0 gap-12`} data-wide={wide || undefined}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{t(fieldKeys(name))}</dt>
            <dd>{value && breakable(value)}</dd>
          </div>
        ))}
    </dl>
  );
}
