import { Switch } from '@mantine/core';
import type { InputProps } from './types';

export function SwitchField({
  field,
  label,
  value,
  onChange,
  error,
  locked,
  description,
}: InputProps<boolean>) {
  return (
    <Switch
      data-field={field.name}
      label={label}
      description={description}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
      error={error}
      disabled={locked}
    />
  );
}
