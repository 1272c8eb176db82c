import { ComboboxChevron, TextInput } from '@mantine/core';
import { usePreload } from '@/lib/on-demand';
import type { Props } from '.';
import type { Held } from './openable-select';

interface ClosedProps extends Props {
  bring(): Promise<unknown>;
  onHold(how: Held): void;
}

/** The select before its dropdown has loaded. */
export function ClosedSelect({ bring, onHold, data, value, ...select }: ClosedProps) {
  usePreload(bring);
  const { label, error, description, placeholder, withAsterisk, disabled, readOnly, searchable, mod } =
    select;
  return (
    <TextInput
      {...{ label, error, description, placeholder, withAsterisk, disabled, mod }}
      data-field={select['data-field']}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      readOnly
      pointer={!searchable}
      value={data.find((choice) => choice.value === value)?.label ?? ''}
      rightSection={<ComboboxChevron size="sm" error={error} />}
      rightSectionPointerEvents="none"
      onFocus={() => {
        onHold('focus');
        if (!readOnly) void bring();
      }}
      onPointerDown={() => onHold('press')}
      onBlur={() => onHold(null)}
    />
  );
}
