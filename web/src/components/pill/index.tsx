import { Flex } from '@mantine/core';
import looks from '@/lib/theme/looks.module.css';
import { type Tone, tint } from '@/lib/theme/tint';

export type { Tone };

import type { ReactNode } from 'react';
import classes from './pill.module.css';

interface Props {
  tone?: Tone;
  /** Without the dot, where the text says enough. */
  isPlain?: boolean;
  children: ReactNode;
}

/** A state as dot and text: never by colour alone. */
export function Pill({ tone = 'neutral', isPlain, children }: Props) {
  return (
    <Flex
      component="span"
      className={`${classes.pill} ${looks.nowrap}`}
      display="inline-flex"
      align="center"
      gap={6}
      flex="none"
      px={8}
      fz="xs"
      fw={500}
      bdrs="var(--radius-pill)"
      {...tint(tone)}
      data-plain={isPlain || undefined}
    >
      {children}
    </Flex>
  );
}
