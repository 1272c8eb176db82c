import { Radio, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { memo, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '@/lib/wording';
import { type Choice, useMaster, useMasterName, type Within } from '../data/use-masters';
import type { MasterName } from '../model/fields';
import classes from '../wizard.module.css';
import { faultText, labelOf, useFault } from '../words';

interface Props {
  path: string;
  value: string | null;
  choices: Choice[];
  onChange(value: string | null): void;
  required?: boolean;
  label?: string;
  placeholder?: string;
  disabled?: boolean;
  isLoading?: boolean;
  isFailed?: boolean;
  onRetry?(): void;
  onSearch?(typed: string): void;
  /** The server has already searched. */
  isFiltered?: boolean;
}

const asIs: SelectProps['filter'] = ({ options }) => options;
const fieldOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);
const many = 8;

/** A searchable select. The chosen option stays visible even when the list does not contain it (yet). */
export const ChoiceField = memo(function ChoiceField({ path, value, choices, onChange, ...props }: Props) {
  const { t } = useTranslation();
  const fault = useFault(path);
  const data = useMemo(() => {
    const isKnown = value === null || choices.some((choice) => choice.value === value);
    return isKnown ? choices : [{ value, label: value }, ...choices];
  }, [choices, value]);
  return (
    <div>
      <Select
        data-field={path}
        label={props.label ?? labelOf(t, fieldOf(path))}
        withAsterisk={props.required}
        error={fault && faultText(t, fault)}
        data={data}
        value={value}
        title={data.find((choice) => choice.value === value)?.label}
        onChange={onChange}
        allowDeselect={!props.required}
        clearable={!props.required}
        searchable={data.length > many || props.isFiltered}
        onSearchChange={props.onSearch}
        filter={props.isFiltered ? asIs : undefined}
        limit={200}
        disabled={props.disabled}
        placeholder={props.placeholder}
        checkIconPosition="right"
        comboboxProps={{ shadow: 'md' }}
        classNames={{ option: classes.option }}
        nothingFoundMessage={t(props.isLoading ? 'ui.common.loading' : 'message.noRecords')}
        autoComplete="off"
      />
      {props.isFailed && (
        <p className="m-0 mt-4 text-12 bad" role="alert">
          {t('ui.wizard.optionsFailed')}{' '}
          <button type="button" className="text-link" onClick={props.onRetry}>
            {t('ui.common.retry')}
          </button>
        </p>
      )}
    </div>
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

interface TypeFieldProps {
  value: string | null;
  onChange(value: string | null): void;
}

const few = 4;

/** A few customer types show as buttons; many as a select. */
export function TypeField({ value, onChange }: TypeFieldProps) {
  const { t } = useTranslation();
  const { choices } = useMaster('customerType');
  const fault = useFault('customerType');
  if (choices.length === 0 || choices.length > few) {
    return <MasterField path="customerType" name="customerType" value={value} onChange={onChange} required />;
  }
  return (
    <Radio.Group
      label={labelOf(t, 'customerType')}
      withAsterisk
      value={value ?? ''}
      onChange={onChange}
      error={fault && faultText(t, fault)}
    >
      <div className={`${classes.radios} flex wrap`}>
        {choices.map((choice, at) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={choice.label}
            data-field={at === 0 ? 'customerType' : undefined}
            classNames={{ body: classes.radio }}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
