import type { SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { type Choice, Select } from '@/components/select';
import { useTranslation } from '@/lib/wording';
import { isAny } from '../../model/definition';
import { common, DROPDOWN, type InputProps } from './types';

interface Props extends InputProps {
  choices: Choice[];
  placeholder?: string;
  disabled?: boolean;
  isLoading?: boolean;
  onSearch?: SelectProps['onSearchChange'];
  /** The server has already searched; filtering again would hide matches by other fields. */
  isFiltered?: boolean;
  /** Maximum options shown at once. */
  limit?: number;
}

const asIs: SelectProps['filter'] = ({ options }) => options;

/** A searchable select. The chosen option stays visible even when the list does not contain it (yet). */
export function SearchSelect({
  choices,
  placeholder,
  disabled,
  isLoading,
  onSearch,
  isFiltered,
  limit = 100,
  ...props
}: Props) {
  const { t } = useTranslation();
  const { field, value, onChange, locked } = props;
  const data = useMemo(() => {
    const isKnown = value === null || choices.some((choice) => choice.value === value);
    return isKnown ? choices : [{ value, label: value }, ...choices];
  }, [choices, value]);
  return (
    <Select
      {...DROPDOWN}
      {...common(props as InputProps<never>)}
      data={data}
      value={value}
      onChange={onChange}
      searchable={!locked}
      onSearchChange={onSearch}
      filter={isFiltered ? asIs : undefined}
      limit={limit}
      allowDeselect={!field.required}
      clearable={!field.required && !locked}
      disabled={disabled}
      placeholder={placeholder ?? (isAny(field) ? t('ui.master.any') : undefined)}
      nothingFoundMessage={t(isLoading ? 'ui.common.loading' : 'message.noRecords')}
    />
  );
}
