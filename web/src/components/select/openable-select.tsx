import { Select, type SelectProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

/** What the user did with the field before the dropdown loaded. */
export type Held = 'focus' | 'press' | null;

export interface OpenableProps extends SelectProps {
  held: Held;
}

export function OpenableSelect({ held, ...select }: OpenableProps) {
  const input = useRef<HTMLInputElement>(null);
  const first = useRef(held);
  useLayoutEffect(() => {
    if (first.current) input.current?.focus();
  }, []);
  return <Select {...select} ref={input} defaultDropdownOpened={first.current === 'press'} />;
}
