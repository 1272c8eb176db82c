import type { SelectProps } from '@mantine/core';
import { Text } from '@mantine/core';
import { type FocusEvent, useMemo } from 'react';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { type Choice, Select, type Props as SelectFieldProps } from '.';

interface Props extends Omit<SelectFieldProps, 'data'> {
  choices: Choice[];
  isLoading?: boolean;
  /** Given when the options failed to load. */
  onRetry?(): void;
  /** The server has already searched; filtering again would hide matches by other fields. */
  isFiltered?: boolean;
}

const asIs: SelectProps['filter'] = ({ options }) => options;

/** A searchable select. The chosen option stays visible even when the list does not contain it (yet). */
export function SearchSelect({ choices, required, isLoading, onRetry, isFiltered, ...select }: Props) {
  const { t } = useTranslation();
  const { value, readOnly } = select;
  const data = useMemo(() => {
    const isKnown = value === null || choices.some((choice) => choice.value === value);
    return isKnown ? choices : [{ value, label: value }, ...choices];
  }, [choices, value]);
  // The select drops typed text on blur; a name typed in full is a choice.
  const takeTyped = (event: FocusEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value.trim().toLowerCase();
    const named = data.filter(({ label }) => label.trim().toLowerCase() === typed);
    const [only] = named;
    if (only && named.length === 1 && only.value !== value) select.onChange?.(only.value, only);
    select.onBlur?.(event);
  };
  const field = (
    <Select
      searchable={!readOnly}
      limit={100}
      withAsterisk={required && !readOnly}
      allowDeselect={!required}
      clearable={!required && !readOnly}
      nothingFoundMessage={t(isLoading ? 'ui.common.loading' : 'message.noRecords')}
      autoComplete="off"
      title={data.find((choice) => choice.value === value)?.label}
      {...select}
      onBlur={takeTyped}
      data={data}
      filter={isFiltered ? asIs : undefined}
    />
  );
  if (!onRetry) return field;
  return (
    <div>
      {field}
      <Text mt={4} fz="xs" c="var(--bad)" role="alert">
        {t('ui.wizard.optionsFailed')}{' '}
        <button type="button" className={looks.textLink} onClick={onRetry}>
          {t('ui.common.retry')}
        </button>
      </Text>
    </div>
  );
}
