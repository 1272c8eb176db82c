import type { ComponentProps } from 'react';
import { PlainField } from '@/components/plain-field';
import classes from './factor-code.module.css';

type Props = Omit<ComponentProps<typeof PlainField>, 'onChange'> & { onChange(text: string): void };

/** A six-digit code from a mail or an app, which phones can autofill. */
export function CodeField({ onChange, ...field }: Props) {
  return (
    <PlainField
      {...field}
      className={classes.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      enterKeyHint="go"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
