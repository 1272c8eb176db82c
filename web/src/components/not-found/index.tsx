import { Button } from '@mantine/core';
import { IconError404 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../empty-state';

/** The spec's wording; `login` is the provider's or the staff's, depending on the address. */
export function NotFound({ login }: { login: string }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      order={1}
      icon={<IconError404 size={28} stroke={1.5} aria-hidden />}
      title={t('ui.shell.notFound.title')}
      text={t('ui.shell.notFound.text')}
    >
      <Button component="a" href={login}>
        {t('ui.shell.notFound.link')}
      </Button>
    </EmptyState>
  );
}
