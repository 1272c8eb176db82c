import { Flex } from '@mantine/core';
import { IconCheck, IconPointFilled } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Errors, useForm } from '@/components/form';
import { PasswordField } from '@/components/form/password-field';
import { passwordFault, passwordRules } from '@/lib/password';
import looks from '@/lib/theme/looks.module.css';
import { t as now } from '@/lib/wording';
import classes from './new-password.module.css';

interface NewPasswordValues {
  password: string;
  repeat: string;
}

/** The spec's messages for a password that the user chooses. */
export function checkNewPassword({ password, repeat }: NewPasswordValues): Errors {
  if (!password) return { password: now('message.passwordRequired') };
  const fault = passwordFault(password);
  if (fault) return { password: now(`message.${fault}`) };
  return password === repeat ? {} : { repeat: now('ui.reset.mismatch') };
}

type PasswordForm = Pick<ReturnType<typeof useForm<NewPasswordValues>>, 'values' | 'set' | 'choice'>;

/** A new password, its rules ticked off while typing, and its repetition. */
export function NewPassword({ form }: { form: PasswordForm }) {
  const { t } = useTranslation();
  const rules = useId();
  const { password, repeat } = form.values;
  return (
    <>
      <PasswordField
        {...form.choice('password')}
        label={t('ui.reset.password')}
        autoComplete="new-password"
        describedBy={rules}
        // The error under the repetition is about both.
        onChange={(next) => form.set({ password: next, repeat })}
      />
      <Flex
        id={rules}
        component="ul"
        className={`${classes.rules} ${looks.noBullets}`}
        direction="column"
        gap={6}
        p={0}
        fz="sm"
        c="dimmed"
        aria-label={t('ui.reset.rules')}
      >
        {passwordRules.map(({ message, holds }) => {
          const isMet = holds(password);
          const Icon = isMet ? IconCheck : IconPointFilled;
          return (
            <li key={message} data-holds={isMet || undefined}>
              <Icon size={15} role="img" aria-label={t(isMet ? 'ui.reset.met' : 'ui.reset.open')} />
              {t(`message.${message}`)}
            </li>
          );
        })}
      </Flex>
      <PasswordField {...form.choice('repeat')} label={t('ui.reset.repeat')} autoComplete="new-password" />
    </>
  );
}
