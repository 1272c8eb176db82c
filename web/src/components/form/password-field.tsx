import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  error: string | undefined;
  describedBy?: string;
  onChange(value: string): void;
}

/** Not in the index: its input would weigh down the first page of the portal, which asks for no password. */
export function PasswordField({ describedBy, onChange, ...field }: Props) {
  const { t } = useTranslation();
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...field}
      aria-describedby={describedBy}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': t(visible ? 'ui.login.hidePassword' : 'ui.login.showPassword'),
        tabIndex: 0,
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
