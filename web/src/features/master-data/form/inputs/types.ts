import type { ReactNode } from 'react';
import classes from '../../master-data.module.css';
import type { Field } from '../../model/definition';

/** Props common to all inputs. */
export interface InputProps<T = string | null> {
  field: Field;
  label: string;
  value: T;
  onChange(value: T): void;
  onBlur(): void;
  error: ReactNode;
  /** Read-only: keys of a stored record, and everything for users who may only view. */
  locked: boolean;
  description?: string;
}

/**
 * All selects open on a click or key, not on focus, which would cover the form;
 * and the list itself scrolls, as screen readers expect.
 */
export const DROPDOWN = {
  openOnFocus: false,
  withScrollArea: false,
  classNames: { option: classes.option },
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
  comboboxProps: { shadow: 'md' },
  checkIconPosition: 'right',
} as const;

/** Common texts of all Mantine inputs. */
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
