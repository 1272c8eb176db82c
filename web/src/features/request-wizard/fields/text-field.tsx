import { Textarea, TextInput } from '@mantine/core';
import { memo } from 'react';
import { tidyMobile } from '@/lib/check';
import { useTranslation } from '@/lib/wording';
import { fieldOf, labelOf, useError } from '../words';

interface Props {
  /** The server's field path: `customerName`, `parties[0].firstName`. */
  path: string;
  value: string;
  onChange(value: string): void;
  required?: boolean;
  kind?: 'mobile' | 'email' | 'number';
  max?: number;
  hint?: string;
  isLong?: boolean;
  /** Read-only. */
  isLocked?: boolean;
  autoComplete?: string;
}

const modes = { mobile: 'tel', email: 'email', number: 'numeric' } as const;

export const TextField = memo(function TextField({ path, value, onChange, kind, isLong, ...props }: Props) {
  const { t } = useTranslation();
  const error = useError(path);
  const shared = {
    'data-field': path,
    label: labelOf(t, fieldOf(path)),
    description: props.hint,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    withAsterisk: props.required && !props.isLocked,
    error,
    value,
    maxLength: props.max,
    readOnly: props.isLocked,
    mod: { locked: props.isLocked },
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    onBlur: () => {
      const tidy = kind === 'mobile' ? tidyMobile(value) : value.trim();
      if (tidy !== value) onChange(tidy);
    },
    autoComplete: 'off',
  };
  if (isLong) return <Textarea {...shared} autosize minRows={2} maxRows={8} />;
  return (
    <TextInput
      {...shared}
      inputMode={kind ? modes[kind] : 'text'}
      spellCheck={!kind}
      autoCapitalize={kind ? 'off' : undefined}
    />
  );
});
