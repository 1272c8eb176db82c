import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import classes from './progress.module.css';

/** How far long work is, as a bar and in numbers: “37 of 125”. */
export function Progress({ done, of }: { done: number; of: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const text = t('ui.common.progress', { done: number(done), all: number(of) });
  return (
    <div className="row gap-12" role="status">
      <progress className={`${classes.bar} grow`} value={done} max={of} aria-label={text} />
      <span className="text-13 muted">{text}</span>
    </div>
  );
}
