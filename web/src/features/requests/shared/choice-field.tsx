import { Select } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { TypedField } from '@/components/form/typed-field';
import type { Choice } from '../data/use-choices';

interface Props {
  label: string;
  value: string | null;
  onChange(value: string | null): void;
  /** `undefined` for users who may not read the master: they type the code. */
  choices: Choice[] | undefined;
  error?: ReactNode;
  required?: boolean;
  name?: string;
  'data-field'?: string;
  'data-autofocus'?: boolean;
}

/** A searchable select. The chosen option stays visible even when the list does not contain it. */
export function ChoiceField({ choices, value, onChange, required, ...field }: Props) {
  const data = useMemo(() => {
    const isKnown = value === null || choices?.some((choice) => choice.value === value);
    return isKnown ? choices : [{ value: value as string, label: value as string }, ...(choices ?? [])];
  }, [choices, value]);
  if (!choices) {
    return (
      <TypedField
        {...field}
        withAsterisk={required}
        value={value ?? ''}
        onChange={(text) => onChange(text || null)}
      />
    );
  }
  return (
    <Select
      {...field}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      // A list that opens by itself would cover the form.
      openOnFocus={!field['data-autofocus']}
      clearable={!required}
      withAsterisk={required}
      limit={100}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
