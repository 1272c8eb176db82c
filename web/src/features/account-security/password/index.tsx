import { Button } from '@mantine/core';
import { useState } from 'react';
import { Card } from '@/components/card';
import { Form, SubmitButton, useForm } from '@/components/form';
import { PasswordField } from '@/components/form/password-field';
import { call } from '@/lib/api';
import { toast } from '@/lib/feedback';
import { t as now, useTranslation } from '@/lib/wording';
import { checkNewPassword, NewPassword } from '@/shared/new-password';
import { Window } from '../second-factor/setup';

/** The user's own password: the current one confirms the new one. */
export function Password() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <Card
      title={t('ui.password.title')}
      about={t('ui.password.about')}
      action={
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t('ui.password.change')}
        </Button>
      }
    >
      <Window opened={isOpen} title={t('ui.password.change')} onClose={close}>
        <PasswordForm
          onDone={() => {
            close();
            toast(t('ui.password.done'));
          }}
        />
      </Window>
    </Card>
  );
}

const blank = { currentPassword: '', password: '', repeat: '' };

function PasswordForm({ onDone }: { onDone(): void }) {
  const { t } = useTranslation();
  const form = useForm({
    blank,
    check: ({ currentPassword, ...chosen }) => ({
      ...(!currentPassword && { currentPassword: now('message.passwordRequired') }),
      ...checkNewPassword(chosen),
    }),
    run: async ({ currentPassword, password }) => {
      await changePassword({ currentPassword, password });
      onDone();
    },
  });
  return (
    <Form form={form}>
      <PasswordField
        {...form.choice('currentPassword')}
        label={t('ui.password.current')}
        autoComplete="current-password"
      />
      <NewPassword form={form} />
      <SubmitButton form={form} fullWidth>
        {t('ui.password.change')}
      </SubmitButton>
    </Form>
  );
}

const changePassword = (body: { currentPassword: string; password: string }) =>
  call({
    area: 'sms',
    resource: 'usermaster/changepassword',
    operation: 'U',
    body,
    screenId: '',
    failure: 'inline',
    success: 'none',
  });
