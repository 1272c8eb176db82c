import type { ComponentProps } from 'react';
import { TypedField } from '@/components/form/typed-field';
import type { Choice } from '@/components/select';
import { SearchSelect } from '@/components/select/search-select';

interface Props extends Omit<ComponentProps<typeof SearchSelect>, 'choices' | 'onChange'> {
  onChange(value: string | null): void;
  /** `undefined` for users who may not read the master: they type the code. */
  choices: Choice[] | undefined;
}

/** A record of a master, chosen by its name. */
export function ChoiceField({ choices, ...field }: Props) {
  if (choices) return <SearchSelect {...field} choices={choices} />;
  const { value, onChange, required, label, error, name } = field;
  return (
    <TypedField
      {...{ label, error, name }}
      data-field={field['data-field']}
      data-autofocus={field['data-autofocus']}
      withAsterisk={required}
      value={value ?? ''}
      onChange={(text) => onChange(text || null)}
    />
  );
}
