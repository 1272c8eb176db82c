import { Box } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './form.module.css';
import { PlainField } from './plain-field';

interface Props {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  error: string | undefined;
  describedBy?: string;
  onChange(value: string): void;
}

/** Not in the index: the first page of the portal asks for no password. */
export function PasswordField({ describedBy, onChange, ...field }: Props) {
  const { t } = useTranslation();
  const [isVisible, setIsVisible] = useState(false);
  const Icon = isVisible ? IconEyeOff : IconEye;
  return (
    <PlainField
      {...field}
      type={isVisible ? 'text' : 'password'}
      className={classes.password}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.currentTarget.value)}
      button={
        <Box
          type="button"
          component="button"
          className={classes.eye}
          c="dimmed"
          aria-label={t(isVisible ? 'ui.login.hidePassword' : 'ui.login.showPassword')}
          aria-pressed={isVisible}
          onClick={() => setIsVisible(!isVisible)}
        >
          <Icon size={16} stroke={1.75} aria-hidden />
        </Box>
      }
    />
  );
}
