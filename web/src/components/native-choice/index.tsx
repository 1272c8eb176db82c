import { NativeSelect } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './native-choice.module.css';

interface Props {
  name: string;
  label: string;
  /** Stands in the field until something is chosen. */
  placeholder: string;
  value: string;
  options: { value: string; label: string }[] | undefined;
  error?: string;
  disabled?: boolean;
  failed: boolean;
  onChange(value: string): void;
  onRetry(): void;
}

/** The phone's own list for a choice whose options are loaded; light enough for a first page. */
export function NativeChoice({ placeholder, options = [], failed, onChange, onRetry, ...field }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        {...field}
        rightSection={<IconSelector size={16} stroke={1.75} aria-hidden />}
        data={[{ value: '', label: placeholder, disabled: true }, ...options]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {failed && (
        <p className={classes.failed} role="alert">
          {t('ui.login.loadFailed')}{' '}
          <button type="button" className="text-link" onClick={onRetry}>
            {t('ui.common.retry')}
          </button>
        </p>
      )}
    </>
  );
}
