import { Box, Text } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import { Retry } from './form';
import classes from './form.module.css';

interface Frame {
  label: string;
  hint?: ReactNode;
  error?: string;
}

/** Ids and attributes that tie a control to its label, hint and error. */
function useTies({ hint, error }: Pick<Frame, 'hint' | 'error'>, more?: string) {
  const id = useId();
  const described = [more, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? (true as const) : undefined };
}

function Around({ id, label, hint, error, required, children }: AroundProps) {
  return (
    <div>
      <Box htmlFor={id} component="label" display="inline-block" lh={1.5} mb={4} fz="sm" fw={500}>
        {label}
        {required && (
          <Box component="span" c="var(--bad)" aria-hidden>
            {' *'}
          </Box>
        )}
      </Box>
      {children}
      {hint && (
        <Text id={`${id}-hint`} className={classes.hint} mt={4} fz="xs" c="dimmed">
          {hint}
        </Text>
      )}
      {error && (
        <Text id={`${id}-error`} className={classes.error} mt={4} fz="xs" lh={1.4} c="var(--bad)">
          {error}
        </Text>
      )}
    </div>
  );
}

type AroundProps = Frame & { id: string; required?: boolean; children: ReactNode };

type InputProps = Frame &
  InputHTMLAttributes<HTMLInputElement> & {
    ref?: Ref<HTMLInputElement>;
    /** A button in the field. */
    button?: ReactNode;
  };

/** A light text field that looks like the library's, for pages that must open fast on phones. */
export function PlainField({ label, hint, error, className = '', button, ...input }: InputProps) {
  const ties = useTies({ hint, error }, input['aria-describedby']);
  return (
    <Around id={ties.id} label={label} hint={hint} error={error} required={input.required}>
      <Box pos="relative">
        <Box {...input} {...ties} component="input" className={`${classes.control} ${className}`} w="100%" bdrs="md" />
        {button}
      </Box>
    </Around>
  );
}

type AreaProps = Frame & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

/** The multi-line version. */
export function PlainArea({ label, hint, error, className = '', rows = 3, ...area }: AreaProps) {
  const ties = useTies({ hint, error });
  return (
    <Around id={ties.id} label={label} hint={hint} error={error} required={area.required}>
      <Box
        {...area}
        {...ties}
        rows={rows}
        component="textarea"
        className={`${classes.control} ${classes.area} ${className}`}
        w="100%"
        bdrs="md"
      />
    </Around>
  );
}

interface ChoiceProps extends Frame {
  name: string;
  value: string;
  options: { value: string; label: string; disabled?: boolean }[];
  disabled?: boolean;
  onChange(value: string): void;
}

/** The native select. */
export function PlainChoice({ label, hint, error, options, onChange, ...select }: ChoiceProps) {
  const ties = useTies({ hint, error });
  return (
    <Around id={ties.id} label={label} hint={hint} error={error}>
      <Box className={classes.select} pos="relative">
        <Box
          {...select}
          {...ties}
          component="select"
          className={classes.control}
          w="100%"
          bdrs="md"
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </Box>
        <IconSelector size={16} stroke={1.75} className={classes.arrows} aria-hidden />
      </Box>
    </Around>
  );
}

interface NativeProps {
  name: string;
  label: string;
  /** Placeholder until something is chosen. */
  placeholder: string;
  value: string;
  options: { value: string; label: string }[] | undefined;
  error?: string;
  disabled?: boolean;
  failed: boolean;
  onChange(value: string): void;
  onRetry(): void;
}

/** A native select whose options load. */
export function NativeChoice({ placeholder, options = [], failed, onRetry, ...field }: NativeProps) {
  return (
    <>
      <PlainChoice {...field} options={[{ value: '', label: placeholder, disabled: true }, ...options]} />
      {failed && <Retry onRetry={onRetry} />}
    </>
  );
}
