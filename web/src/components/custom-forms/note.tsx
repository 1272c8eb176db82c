import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './custom-forms.module.css';

interface NoteProps {
  tone?: 'warn' | 'bad';
  children: ReactNode;
}

/** A warning before saving; it does not block the save. */
export function Note({ tone = 'warn', children }: NoteProps) {
  return (
    <div className={`${classes.note} flex gap-8 text-13 rounded`} data-tone={tone} role="status">
      <IconAlertTriangle size={16} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
