import { Box, Button, type ButtonProps } from '@mantine/core';
import { type FormEvent, type FormHTMLAttributes, type ReactNode, type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText, useCountdown } from '@/lib/countdown';
import { focusStart } from '@/lib/field-focus';
import looks from '@/lib/theme/looks.module.css';
import { tint } from '@/lib/theme/tint';
import classes from './form.module.css';

interface MessageProps {
  tone?: 'bad' | 'ok' | 'info';
  children: ReactNode;
}

/** A message about the form as a whole. */
export function FormMessage({ tone = 'bad', children }: MessageProps) {
  return (
    <Box
      className={classes.message}
      {...tint(tone)}
      p={12}
      fz="sm"
      bdrs="md"
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      {children}
    </Box>
  );
}

/** Rate limited: why, and when to try again. The running clock is not announced every second. */
export function WaitMessage({ message, until }: { message: string; until: number }) {
  const { t } = useTranslation();
  const left = useCountdown(until);
  return (
    <FormMessage>
      {message}
      {left > 0 && (
        <Box component="span" className={looks.figures} display="block" mt={2} fw={500} aria-live="off">
          {t('ui.login.tryAgainIn', { time: clockText(left) })}
        </Box>
      )}
    </FormMessage>
  );
}

interface Submission {
  message: string;
  waitUntil: number;
  isHeld: boolean;
  busy: boolean;
}

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  form: Submission & { root?: RefObject<HTMLFormElement | null>; submit(event: FormEvent): void };
}

/** A form whose failure shows above its fields. */
export function Form({ form, className = classes.form, children, ...rest }: FormProps) {
  return (
    <form {...rest} ref={form.root} className={className} onSubmit={form.submit} noValidate>
      {form.message && <WaitMessage message={form.message} until={form.waitUntil} />}
      {children}
    </form>
  );
}

interface SubmitProps extends ButtonProps {
  form: Pick<Submission, 'busy' | 'isHeld'>;
}

export const SubmitButton = ({ form, disabled, ...button }: SubmitProps) => (
  <Button type="submit" loading={form.busy} disabled={form.isHeld || disabled} {...button} />
);

/** Data that a form needs could not be loaded. */
export function Retry({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <Box component="p" mt={-10} mx={0} mb={0} fz="sm" c="var(--bad)" role="alert">
      {t('ui.login.loadFailed')}{' '}
      <button type="button" className={looks.textLink} onClick={onRetry}>
        {t('ui.common.retry')}
      </button>
    </Box>
  );
}

/** Mounted with the fields, which appear a moment after the drawer opens, or load on demand. */
export function FocusStart({ root }: { root: RefObject<HTMLElement | null> }) {
  useEffect(() => focusStart(root.current), [root]);
  return null;
}
