import type { ReactNode } from 'react';
import type { Field } from '../../model/definition';
import classes from '../form.module.css';

/** What every kind of input gets, whatever it looks like. */
export interface InputProps<T = string | null> {
  field: Field;
  label: string;
  value: T;
  onChange(value: T): void;
  onBlur(): void;
  error: ReactNode;
  /** Shown, but not to be changed: keys of a stored record, and everything for those who may only look. */
  locked: boolean;
  description?: string;
}

/**
 * How every list of choices opens: on a click or a key, not by the mere focus, which would cover the form;
 * and the list itself scrolls, as screen readers expect it.
 */
export const DROPDOWN = {
  openOnFocus: false,
  withScrollArea: false,
  classNames: { option: classes.option },
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
  comboboxProps: { shadow: 'md' },
  checkIconPosition: 'right',
} as const;

/** The same few words for all of Mantine's inputs. */
export function common({ field, label, error, locked, description, onBlur }: InputProps<never>) {
  return {
    'data-field': field.name,
    label,
    error,
    description,
    withAsterisk: field.required && !locked,
    readOnly: locked,
    onBlur,
    mod: { locked },
    autoComplete: 'off',
  };
}
