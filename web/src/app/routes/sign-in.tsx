import { useTranslation } from 'react-i18next';
import { PageMissing } from '@/components/public-page';
import { keeperScreen, SignInPolicy } from '@/features/sign-in-policy';
import { can, useScreen } from '@/lib/permissions';
import { PageHead } from './facts';

/** Under Settings, for users who may edit roles. */
export default function SignInRoute() {
  const { t } = useTranslation();
  const mayEdit = can(useScreen(keeperScreen), 'edit');
  if (!mayEdit) return <PageMissing home="/auth/home" />;
  return (
    <>
      <PageHead title={t('ui.signInPolicy.title')} about={t('ui.signInPolicy.about')} />
      <SignInPolicy />
    </>
  );
}
