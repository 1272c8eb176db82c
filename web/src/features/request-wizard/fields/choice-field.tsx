import { Select, type SelectProps } from '@mantine/core';
import { memo, useMemo } from 'react';
import { useTranslation } from '@/lib/wording';
import type { Choice } from '../data/use-masters';
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
