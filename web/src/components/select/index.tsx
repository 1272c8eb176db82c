import type { SelectProps } from '@mantine/core';
import { type ComponentType, useCallback, useRef, useState } from 'react';
import { retryImport } from '@/lib/on-demand';
import { ClosedSelect } from './closed-select';
import type { Held, OpenableProps } from './openable-select';

export interface Choice {
  value: string;
  label: string;
}

export interface Props extends Omit<SelectProps, 'data' | 'value'> {
  data: Choice[];
  value: string | null;
  'data-field'?: string;
}

let Openable: ComponentType<OpenableProps> | undefined;

/** For those who know that it will be wanted. */
export async function loadSelect() {
  Openable = (await retryImport(() => import('./openable-select'))).OpenableSelect;
}

/**
 * One of some, on a page whose form is the first thing to see: what is chosen is shown at once, and what opens from it is fetched with
 * the person's first move. It takes over the focus, or the press, that came before it.
 */
export function Select(props: Props) {
  const [isOpenable, setIsOpenable] = useState(Openable !== undefined);
  const held = useRef<Held>(null);
  const bring = useCallback(() => loadSelect().then(() => setIsOpenable(true)), []);
  if (Openable && isOpenable) return <Openable {...props} held={held.current} />;
  return (
    <ClosedSelect
      {...props}
      bring={bring}
      onHold={(how) => {
        // The focus that comes of a press does not undo it.
        if (how !== 'focus' || held.current === null) held.current = how;
      }}
    />
  );
}
