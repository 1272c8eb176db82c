import { TextInput, type TextInputProps } from '@mantine/core';
import { type Ref, useState } from 'react';

/** What is being typed into a field whose value can change from outside too. */
export function useTyped(value: string) {
  const [typed, setTyped] = useState(value);
  const [before, setBefore] = useState(value);
  if (value !== before) {
    setBefore(value);
    setTyped(value);
  }
  return [typed, setTyped] as const;
}

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange(value: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** Applied when typing ends, not per keystroke: half a code matches nothing. */
export function TypedField({ value, onChange, ...input }: Props) {
  const [typed, setTyped] = useTyped(value);
  const take = () => typed.trim() !== value && onChange(typed.trim());
  return (
    <TextInput
      {...input}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}
