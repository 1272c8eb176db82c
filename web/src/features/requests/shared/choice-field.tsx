import { Select, TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
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
  if (!choices) return <CodeField {...field} value={value} onChange={onChange} required={required} />;
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

type CodeProps = Omit<Props, 'choices'>;

/** Applied when typing ends, not per keystroke: half a code matches nothing. */
function CodeField({ value, onChange, required, ...field }: CodeProps) {
  const [typed, setTyped] = useState(value ?? '');
  const [before, setBefore] = useState(value);
  if (value !== before) {
    setBefore(value);
    setTyped(value ?? '');
  }
  const take = () => onChange(typed.trim() || null);
  return (
    <TextInput
      {...field}
      withAsterisk={required}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}
