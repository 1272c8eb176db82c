import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '@/lib/wording';
import classes from './theme.module.css';
import { isColour } from './theme-tokens';

interface Props {
  label: string;
  placeholder: string;
  /** Shown while no colour is chosen. */
  fallback: string;
  value: string;
  readOnly: boolean;
  error: ReactNode;
  onChange(colour: string): void;
}

/** A colour, typed or picked with the browser's picker, which also samples from the screen. */
export function ColourField({ label, placeholder, fallback, value, readOnly, error, onChange }: Props) {
  const { t } = useTranslation();
  const shown = isColour(value) ? value : fallback;
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      readOnly={readOnly}
      mod={{ locked: readOnly }}
      spellCheck={false}
      maxLength={7}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSectionPointerEvents="all"
      leftSection={
        <input
          type="color"
          className={classes.swatch}
          aria-label={t('ui.rich.theme.pick', { label })}
          disabled={readOnly}
          value={shown}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
    />
  );
}
