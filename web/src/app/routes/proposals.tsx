import { useTranslation } from 'react-i18next';
import Proposals from '@/features/master-data/proposals';
import { isAdministrator } from '@/lib/proposals';
import { useAuth } from '@/lib/session';
import { PageMissing } from '../shell/page-missing';
import { PageHead } from './facts';

/** Under Settings, for administrators. */
export default function ProposalsRoute() {
  const { t } = useTranslation();
  if (!isAdministrator(useAuth())) return <PageMissing />;
  return (
    <>
      <PageHead title={t('ui.proposals.title')} about={t('ui.proposals.about')} />
      <Proposals />
    </>
  );
}
