import { useTranslation } from 'react-i18next';
import { spinner } from '@/lib/feedback';
import classes from './spinner.module.css';

/** Full screen, but takes no focus: typing continues. */
export function Spinner() {
  const shown = spinner.use();
  const { t } = useTranslation();
  return (
    <div role="status" aria-live="polite">
      {shown && (
        <div className={`${classes.screen} middle justify-center gap-12`}>
          <span className={classes.ring} aria-hidden />
          <span className="text-13 muted">{t('ui.feedback.spinner')}</span>
        </div>
      )}
    </div>
  );
}
