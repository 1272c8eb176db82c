import { useTranslation } from '@/lib/wording';
import { optionText } from '../words';
import classes from './list.module.css';

/** A status as dot and pill; only Active is good news. */
export function StatusPill({ value }: { value: string }) {
  const { t } = useTranslation();
  return (
    <span className={classes.pill} data-tone={value === 'Active' ? 'ok' : 'neutral'}>
      {optionText(t, 'status', value)}
    </span>
  );
}
