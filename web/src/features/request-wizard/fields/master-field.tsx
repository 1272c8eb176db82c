import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useMaster, useMasterName } from '../data/use-masters';
import type { MasterName } from '../model/fields';
import { ChoiceField } from './choice-field';

interface Props {
  path: string;
  name: MasterName;
  value: string | null;
  onChange(value: string | null): void;
  required?: boolean;
  /** The category of a sub category. */
  category?: string | null;
  placeholder?: string;
  disabled?: boolean;
}

/** A record of a master, chosen by its name. */
export function MasterField({ name, category, ...props }: Props) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const { choices, isPending, isError, refetch, isFull } = useMaster(name, q, category);
  const chosen = useMasterName(name, props.value, category);
  const isListed = props.value === null || choices.some(({ value }) => value === props.value);
  return (
    <ChoiceField
      {...props}
      choices={isListed ? choices : [{ value: String(props.value), label: chosen }, ...choices]}
      isLoading={isPending}
      isFailed={isError}
      onRetry={refetch}
      onSearch={isFull ? setTyped : undefined}
      isFiltered={isFull}
    />
  );
}
