import { Input, SegmentedControl, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { type Choice, Select } from '@/components/select';
import { useTranslation } from '@/lib/wording';
import { useChoices, useStates } from '../../data/use-choices';
import { isAny } from '../../model/definition';
import { parentsOf } from '../../model/sections';
import { labelText, optionText } from '../../words';
import { common, DROPDOWN, type InputProps } from './types';

const FEW = 3;
/** Longer labels do not fit side by side in half a drawer, least of all in Tamil. */
const SHORT = 22;

export function ChoiceField(props: InputProps) {
  const { t } = useTranslation();
  const { field, label, value, onChange, locked, error } = props;
  const data = (field.options ?? []).map((option) => ({
    value: option,
    label: optionText(t, field.name, option),
  }));
  const letters = data.reduce((sum, option) => sum + option.label.length, 0);
  const shared = common(props as InputProps<never>);

  if (field.required && !field.key && data.length <= FEW && letters <= SHORT) {
    return (
      <Input.Wrapper label={label} labelElement="div" withAsterisk={shared.withAsterisk} error={error}>
        <SegmentedControl
          data-field={field.name}
          aria-label={label}
          fullWidth
          data={data}
          value={value ?? ''}
          onChange={onChange}
          readOnly={locked}
        />
      </Input.Wrapper>
    );
  }
  return (
    <Select
      {...DROPDOWN}
      {...shared}
      data={data}
      value={value}
      onChange={onChange}
      allowDeselect={!field.required}
      clearable={!field.required && !locked}
      searchable={data.length > 8}
      nothingFoundMessage={t('message.noRecords')}
    />
  );
}

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

interface ReferenceFieldProps extends InputProps {
  resource: string;
  /** The values of the parent fields, by field name. */
  parents: Record<string, unknown>;
}

/** A record of another resource, limited by its parent fields: a branch of the chosen tenant. */
export function ReferenceField({ resource, parents, ...props }: ReferenceFieldProps) {
  const { t } = useTranslation();
  const { field } = props;
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const missing = parentsOf(field).find((name) => !parents[name]);
  const { choices, isFull, isPending } = useChoices(field, parents, q, props.value);
  const shown = useMemo(() => (missing ? [] : choices), [missing, choices]);
  return (
    <SearchSelect
      {...props}
      choices={shown}
      disabled={missing !== undefined && !props.locked}
      placeholder={missing && t('ui.master.chooseFirst', { label: labelText(t, resource, missing) })}
      isLoading={isPending}
      onSearch={setTyped}
      isFiltered={isFull}
    />
  );
}

export function StateField(props: InputProps & { placeholder?: string }) {
  const { states, isPending } = useStates();
  const choices = states.map((state) => ({ value: state.stateCode, label: state.stateName }));
  return <SearchSelect {...props} choices={choices} isLoading={isPending} />;
}
