import { useTranslation } from 'react-i18next';
import { PlainChoice } from '../plain-field';
import classes from './native-choice.module.css';

interface Props {
  name: string;
  label: string;
  /** Placeholder until something is chosen. */
  placeholder: string;
  value: string;
  options: { value: string; label: string }[] | undefined;
  error?: string;
  disabled?: boolean;
  failed: boolean;
  onChange(value: string): void;
  onRetry(): void;
}

/** A native select whose options load. */
export function NativeChoice({ placeholder, options = [], failed, onRetry, ...field }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <PlainChoice {...field} options={[{ value: '', label: placeholder, disabled: true }, ...options]} />
      {failed && (
        <p className={`${classes.failed} text-13 bad`} role="alert">
          {t('ui.login.loadFailed')}{' '}
          <button type="button" className="text-link" onClick={onRetry}>
            {t('ui.common.retry')}
          </button>
        </p>
      )}
    </>
  );
}
