import { useMemo, useRef, useState } from 'react';
import type { FormValues } from '../model/record';

type Errors = Record<string, string>;

/** The values of a form and their errors. */
export interface ValuesForm {
  values: FormValues;
  errors: Errors;
  /** The current values, also between two renders. */
  getValues(): FormValues;
  /** Changing a field clears its error. */
  setFieldValue(name: string, value: FormValues[string]): void;
  setValues(values: FormValues): void;
  setErrors(errors: Errors): void;
  setFieldError(name: string, error: string): void;
  clearErrors(): void;
}

const without = (errors: Errors, names: string[]): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));

export function useValues(first: FormValues, onChange: (values: FormValues) => void): ValuesForm {
  const [values, setState] = useState(first);
  const [errors, setErrors] = useState<Errors>({});
  const now = useRef(first);
  const tell = useRef(onChange);
  tell.current = onChange;

  const methods = useMemo(() => {
    const setValues = (changed: FormValues) => {
      now.current = { ...now.current, ...changed };
      setState(now.current);
      setErrors((before) => without(before, Object.keys(changed)));
      tell.current(now.current);
    };
    return {
      getValues: () => now.current,
      setFieldValue: (name: string, value: FormValues[string]) => setValues({ [name]: value }),
      setValues,
      setErrors,
      setFieldError: (name: string, error: string) => setErrors((before) => ({ ...before, [name]: error })),
      clearErrors: () => setErrors({}),
    };
  }, []);
  return { ...methods, values, errors };
}
