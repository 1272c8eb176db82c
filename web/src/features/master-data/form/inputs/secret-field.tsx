import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from '@/lib/wording';
import { isLong } from '../../model/sections';
import { common, type InputProps } from './types';

interface Props extends InputProps<string> {
  /** The record already has one; it stays when nothing is typed. */
  isSet: boolean;
}

export function SecretField({ isSet, ...props }: Props) {
  const { t } = useTranslation();
  const { value, onChange, field, locked, description } = props;
  const keep = isSet && !locked ? t('ui.master.secret.keep') : undefined;
  const shared = {
    ...common(props as InputProps<never>),
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    description: [description, keep].filter(Boolean).join(' ') || undefined,
    placeholder: isSet ? '••••••••' : undefined,
    withAsterisk: field.required && !locked && !isSet,
    autoComplete: 'new-password',
    spellCheck: false,
  };
  if (isLong(field)) return <Textarea {...shared} autosize minRows={2} maxRows={8} />;
  if (locked) return <TextInput {...shared} />;
  const toggle = { 'aria-label': t('ui.master.secret.show') };
  return <PasswordInput {...shared} visibilityToggleButtonProps={toggle} />;
}
