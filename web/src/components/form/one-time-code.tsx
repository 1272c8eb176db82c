import { Box, Stack, Text } from '@mantine/core';
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { fieldsOf } from '@/lib/api';
import looks from '@/lib/theme/looks.module.css';
import { t } from '@/lib/wording';
import classes from './form.module.css';
import { PlainField } from './plain-field';
import { useSubmit } from './use-form';

type FieldProps = Omit<ComponentProps<typeof PlainField>, 'onChange'> & { onChange(text: string): void };

/** A six-digit code from a mail or an app, which phones can autofill. */
export function CodeField({ onChange, className = classes.code, ...field }: FieldProps) {
  return (
    <PlainField
      {...field}
      className={className}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      enterKeyHint="go"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** How long the code is good, or that it is no longer. */
export const TimeLeft = ({ isOver, text }: { isOver: boolean; text: string }) => (
  <Text
    className={looks.figures}
    mt={8}
    fz="sm"
    c={isOver ? 'var(--bad)' : 'dimmed'}
    role={isOver ? 'alert' : undefined}
  >
    {text}
  </Text>
);

/** For when nothing arrives, the phone is lost, or the code expired. */
export const OtherWays = ({ children }: { children: ReactNode }) => (
  <Stack className={looks.lineAbove} pt={12} align="center" gap={4} fz="sm" ta="center">
    {children}
  </Stack>
);

export const OtherWay = (props: ComponentProps<'button'>) => (
  <Box
    {...props}
    type="button"
    component="button"
    className={`${classes.way} ${looks.textLink} ${looks.figures}`}
    p={8}
  />
);

export const codeLength = 6;

interface Given {
  /** Throws when the server refuses the code. */
  onCode(code: string): Promise<unknown>;
  /** Another code was sent: the field is empty and focused again. */
  round?: string;
  tidy?(text: string): string;
  isWhole?(code: string): boolean;
  /** The wording key for a code that is too short. */
  short?: string;
  /** A complete code is submitted at once. */
  isEager?: boolean;
  /** People correct a long code rather than retype it. */
  keepsRefused?: boolean;
  onRefused?(): void;
}

const digits = (text: string) => text.replace(/\D/g, '').slice(0, codeLength);
const hasAll = (code: string) => code.length === codeLength;

/** A code typed or pasted, with or without spaces. */
export function useOneTimeCode({
  onCode,
  round = '',
  tidy = digits,
  isWhole = hasAll,
  short = 'message.validOtp',
  isEager = true,
  keepsRefused = false,
  onRefused,
}: Given) {
  const [value, setValue] = useState('');
  // A function, so that the error follows the language of the page.
  const [getError, setGetError] = useState<() => string>(() => () => '');
  const error = getError();
  const submission = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new code or error focuses the field again
  useEffect(() => field.current?.focus(), [round, error]);

  const setError = (next: () => string) => setGetError(() => next);
  const refuse = (cause: unknown) => {
    const { otp } = fieldsOf(cause);
    if (!otp) return false;
    setError(() => fieldsOf(cause).otp ?? '');
    if (!keepsRefused) setValue('');
    onRefused?.();
    return true;
  };
  const verify = (code = value) => {
    if (!isWhole(code)) return setError(() => t(short));
    void submission.run(() => onCode(code), refuse);
  };
  const type = (text: string) => {
    const code = tidy(text);
    setValue(code);
    setError(() => '');
    if (isEager && isWhole(code) && code !== value) verify(code);
  };
  const clear = () => {
    setValue('');
    setError(() => '');
    submission.clear();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify();
  };
  return { ...submission, bind: { ref: field, value, error, onChange: type }, submit, clear };
}
