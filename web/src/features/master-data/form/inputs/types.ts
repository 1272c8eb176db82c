import type { ReactNode } from 'react';
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

/** Common texts of all Mantine inputs. */
export function common({ field, label, error, locked, description, onBlur }: Omit<InputProps, 'value' | 'onChange'>) {
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
