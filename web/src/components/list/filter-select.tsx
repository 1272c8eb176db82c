import { Select } from '@mantine/core';
import type { Ref } from 'react';
import classes from './list.module.css';

interface Props {
  label: string;
  value: string | undefined;
  data: { value: string; label: string }[];
  inputRef?: Ref<HTMLInputElement> | undefined;
  onChange(value: string | null): void;
}

/** A filter above a list that has few values. */
export const FilterSelect = ({ label, value, data, inputRef, onChange }: Props) => (
  <Select
    ref={inputRef}
    className={classes.filter}
    aria-label={label}
    placeholder={label}
    data={data}
    value={value || null}
    onChange={onChange}
    searchable={data.length > 10}
    clearable
    comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
  />
);
