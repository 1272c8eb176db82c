export type Tone = 'ok' | 'warn' | 'turn' | 'bad' | 'info' | 'neutral';

/** The colours of a tone, as style props: never the only sign of a state. */
export const tint = (tone: Tone) =>
  tone === 'neutral' ? { c: 'dimmed', bg: 'var(--neutral-tint)' } : { c: `var(--${tone})`, bg: `var(--${tone}-tint)` };
