import { Flex, Radio } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ComponentProps, memo, useEffect, useState } from 'react';
import { SearchSelect } from '@/components/select/search-select';
import { useTranslation } from '@/lib/wording';
import { useMaster, useMasterName, type Within } from '../data/use-masters';
import type { MasterName } from '../model/fields';
import classes from '../wizard.module.css';
import { fieldOf, labelOf, useError } from '../words';

type Props = Omit<ComponentProps<typeof SearchSelect>, 'error'> & { path: string };

const many = 8;

/** A choice of the request; small lists are not searched, which spares phones the keyboard. */
export const ChoiceField = memo(function ChoiceField({ path, ...select }: Props) {
  const { t } = useTranslation();
  return (
    <SearchSelect
      data-field={path}
      label={labelOf(t, fieldOf(path))}
      searchable={select.choices.length > many || select.isFiltered}
      limit={200}
      {...select}
      error={useError(path)}
    />
  );
});

interface MasterFieldProps {
  path: string;
  name: MasterName;
  value: string | null;
  onChange(value: string | null): void;
  required?: boolean;
  within?: Within;
  placeholder?: string;
  disabled?: boolean;
}

/** A record of a master, chosen by its name. */
export function MasterField({ name, within, ...props }: MasterFieldProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const { choices, isPending, isError, refetch, isFull, isMisfit } = useMaster(name, q, within);
  const chosen = useMasterName(name, props.value, within);
  // A value chosen under another parent does not belong to this one.
  const { value, onChange } = props;
  const mustGo = value !== null && isMisfit(value);
  useEffect(() => {
    if (mustGo) onChange(null);
  }, [mustGo, onChange]);
  const isListed = value === null || choices.some((choice) => choice.value === value);
  return (
    <ChoiceField
      {...props}
      choices={isListed ? choices : [{ value, label: chosen }, ...choices]}
      isLoading={isPending}
      onRetry={isError ? refetch : undefined}
      onSearchChange={isFull ? setTyped : undefined}
      isFiltered={isFull}
    />
  );
}

interface TypeFieldProps {
  value: string | null;
  onChange(value: string | null): void;
}

const few = 4;

/** A few customer types show as buttons; many as a select. */
export function TypeField({ value, onChange }: TypeFieldProps) {
  const { t } = useTranslation();
  const { choices } = useMaster('customerType');
  const error = useError('customerType');
  if (choices.length === 0 || choices.length > few) {
    return <MasterField path="customerType" name="customerType" value={value} onChange={onChange} required />;
  }
  return (
    <Radio.Group label={labelOf(t, 'customerType')} withAsterisk value={value ?? ''} onChange={onChange} error={error}>
      <Flex gap="8px 24px" pt={4} wrap="wrap">
        {choices.map((choice, at) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={choice.label}
            data-field={at === 0 ? 'customerType' : undefined}
            classNames={{ body: classes.radio }}
          />
        ))}
      </Flex>
    </Radio.Group>
  );
}
