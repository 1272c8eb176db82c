import { ComboboxChevron, type SelectProps, TextInput } from '@mantine/core';
import { type ComponentType, useCallback, useRef, useState } from 'react';
import { retryImport, usePreload } from '@/lib/on-demand';
import type { Held, OpenableProps } from './openable-select';

export interface Choice {
  value: string;
  label: string;
}

export interface Props extends Omit<SelectProps, 'data' | 'value'> {
  data: Choice[];
  value: string | null;
  'data-field'?: string;
  'data-autofocus'?: boolean;
}

let Openable: ComponentType<OpenableProps> | undefined;

/** Preloads the dropdown. */
export async function loadSelect() {
  Openable = (await retryImport(() => import('./openable-select'))).OpenableSelect;
}

/**
 * A select for pages whose form shows first: the value renders at once, and the dropdown is fetched on the user's
 * first input. The real select takes over the focus or press that came before it.
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
        // The focus caused by a press must not undo it.
        if (how !== 'focus' || held.current === null) held.current = how;
      }}
    />
  );
}

interface ClosedProps extends Props {
  bring(): Promise<unknown>;
  onHold(how: Held): void;
}

/** The select before its dropdown has loaded. */
function ClosedSelect({ bring, onHold, data, value, ...select }: ClosedProps) {
  usePreload(bring);
  const {
    className,
    label,
    error,
    description,
    placeholder,
    withAsterisk,
    disabled,
    readOnly,
    searchable,
    leftSection,
    title,
    mod,
  } = select;
  return (
    <TextInput
      {...{ className, label, error, description, placeholder, withAsterisk, disabled, leftSection, title, mod }}
      data-field={select['data-field']}
      data-autofocus={select['data-autofocus']}
      aria-label={select['aria-label']}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      readOnly
      pointer={!searchable}
      value={data.find((choice) => choice.value === value)?.label ?? ''}
      rightSection={<ComboboxChevron size="sm" error={error} />}
      rightSectionPointerEvents="none"
      onFocus={() => {
        onHold('focus');
        if (!readOnly) void bring();
      }}
      onPointerDown={() => onHold('press')}
      onBlur={() => onHold(null)}
    />
  );
}
