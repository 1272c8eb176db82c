import { IconHourglassEmpty } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/empty-state';
import type { ScreenInfo } from '@/lib/session';
import { ButtonLink } from './button-link';

/** A screen the user has but the product does not implement yet: says so, without sample figures. */
export function ComingSoon({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const name = t(`screen.${screen.screenCode}`);
  return (
    <>
      <h1>{name}</h1>
      <EmptyState
        icon={<IconHourglassEmpty size={24} stroke={1.75} />}
        title={t('ui.shell.soon.title')}
        text={t('ui.shell.soon.text', { screen: name })}
      >
        <ButtonLink to="/auth/home">{t('ui.shell.soon.link')}</ButtonLink>
      </EmptyState>
    </>
  );
}
