import { IconCheck, IconPointFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { passwordRules } from '@/lib/password';
import classes from '../login.module.css';

/** The spec's rules in its own words, ticked off while typing. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation();
  return (
    <ul id={id} className={classes.rules} aria-label={t('ui.reset.rules')}>
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
    </ul>
  );
}
