import { IconError404 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/empty-state';
import { ButtonLink } from './button-link';

/** For logged-in visitors: the address is wrong, not the login. */
export function PageMissing() {
  const { t } = useTranslation();
  return (
    <EmptyState order={1} Icon={IconError404} words="ui.shell.missing">
      <ButtonLink to="/auth/home">{t('ui.shell.missing.link')}</ButtonLink>
    </EmptyState>
  );
}
