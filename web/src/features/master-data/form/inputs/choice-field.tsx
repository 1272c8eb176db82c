import { Input, SegmentedControl } from '@mantine/core';
import { Select } from '@/components/select';
import { useTranslation } from '@/lib/wording';
import { optionText } from '../../words';
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
