import { useTranslation } from 'react-i18next';
import classes from './login.module.css';

export function Retry({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <p className={`${classes.failed} text-13 bad`} role="alert">
      {t('ui.login.loadFailed')}{' '}
      <button type="button" className="text-link" onClick={onRetry}>
        {t('ui.common.retry')}
      </button>
    </p>
  );
}
