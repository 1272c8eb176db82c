import type { ReactNode } from 'react';
import classes from './pill.module.css';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral';

/** A state as dot and text: never by colour alone. */
export function Pill({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.pill} data-tone={tone}>
      {children}
    </span>
  );
}
