import { useTranslation } from 'react-i18next';
import { keeperScreen, SignInPolicy } from '@/features/sign-in-policy';
import { can, useScreen } from '@/lib/permissions';
import { PageMissing } from '../shell/page-missing';
import { PageHead } from './facts';

/** Under Settings, for users who may edit roles. */
export default function SignInRoute() {
  const { t } = useTranslation();
  const mayEdit = can(useScreen(keeperScreen), 'edit');
  if (!mayEdit) return <PageMissing />;
  return (
    <>
      <PageHead title={t('ui.signInPolicy.title')} about={t('ui.signInPolicy.about')} />
      <SignInPolicy />
    </>
  );
}
