import type { ReactNode } from 'react';
import classes from './pill.module.css';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral';

interface Props {
  tone?: Tone;
  /** Without the dot, where the text says enough. */
  isPlain?: boolean;
  children: ReactNode;
}

/** A state as dot and text: never by colour alone. */
export function Pill({ tone = 'neutral', isPlain, children }: Props) {
  const look = 'inline-row fixed px-8 gap-6 text-12 medium nowrap pill-shape';
  return (
    <span
      className={`${classes.pill} ${look} ${tone === 'neutral' ? 'tint-neutral muted' : `tint-${tone}`}`}
      data-plain={isPlain || undefined}
    >
      {children}
    </span>
  );
}
