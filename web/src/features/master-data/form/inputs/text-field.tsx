import { PasswordInput, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { tidyMobile } from '@/lib/check';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import type { FieldType } from '../../model/definition';
import { isLong } from '../../model/sections';
import { common, type InputProps } from './types';

type InputMode = 'numeric' | 'email' | 'tel' | 'url' | 'text';

const MODES: Partial<Record<FieldType, InputMode>> = { int: 'numeric', email: 'email', mobile: 'tel', url: 'url' };

function tidied(type: FieldType, text: string): string {
  if (type === 'mobile') return tidyMobile(text);
  return type === 'int' ? text.replace(/\s/g, '') : text;
}

export function TextField(props: InputProps<string>) {
  const { field, value, onChange, onBlur } = props;
  const shared = {
    ...common(props),
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    onBlur: () => {
      const tidy = tidied(field.type, value);
      if (tidy !== value) onChange(tidy);
      onBlur();
    },
  };
  if (isLong(field)) return <Textarea {...shared} autosize minRows={3} maxRows={10} />;
  const plain = field.type === 'text';
  return (
    <TextInput
      {...shared}
      inputMode={MODES[field.type] ?? 'text'}
      spellCheck={plain}
      autoCapitalize={plain ? undefined : 'off'}
    />
  );
}

interface Props extends InputProps<string> {
  /** The record already has one; it stays when nothing is typed. */
  isSet: boolean;
  /** It will be removed. */
  isCleared?: boolean;
  /** Absent where it cannot be removed. */
  onClear?(isCleared: boolean): void;
}

/** A secret that the record has can be replaced; an optional one can be removed too. */
export function SecretField({ isSet, isCleared, onClear, ...props }: Props) {
  const { t } = useTranslation();
  const { value, field, locked } = props;
  const canClear = isSet && !locked && !field.required && field.type === 'secret' && value === '';
  const input = <SecretInput {...props} isSet={isSet && !isCleared} />;
  if (!canClear || !onClear) return input;
  return (
    <div>
      {input}
      <Text mt={4} fz="xs" c="dimmed" aria-live="polite">
        {isCleared && <span>{t('ui.master.secret.removed')} </span>}
        <button type="button" className={looks.textLink} onClick={() => onClear(!isCleared)}>
          {t(isCleared ? 'ui.master.secret.undo' : 'ui.master.secret.remove')}
        </button>
      </Text>
    </div>
  );
}

function SecretInput({ isSet, ...props }: InputProps<string> & { isSet: boolean }) {
  const { t } = useTranslation();
  const { value, onChange, field, locked, description } = props;
  const keep = isSet && !locked ? t('ui.master.secret.keep') : undefined;
  const shared = {
    ...common(props),
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

export function SwitchField({ field, label, value, onChange, error, locked, description }: InputProps<boolean>) {
  return (
    <Switch
      data-field={field.name}
      label={label}
      description={description}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
      error={error}
      disabled={locked}
    />
  );
}
