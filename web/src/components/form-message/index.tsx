import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText, useCountdown } from '@/lib/countdown';
import classes from './form-message.module.css';

interface Props {
  tone?: 'bad' | 'ok' | 'info';
  children: ReactNode;
}

/** A message about the form as a whole. */
export function FormMessage({ tone = 'bad', children }: Props) {
  return (
    <div
      className={`${classes.root} p-12 text-13 rounded`}
      data-tone={tone}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      {children}
    </div>
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
        <span className="mt-2 block medium figures" aria-live="off">
          {t('ui.login.tryAgainIn', { time: clockText(left) })}
        </span>
      )}
    </FormMessage>
  );
}
