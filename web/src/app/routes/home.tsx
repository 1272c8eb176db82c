import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/empty-state';
import { Areas, MonthlyRequests, Needs, Setup, ToApprove, ToReview, Tour, Welcome } from '@/features/landing';
import { useAuth } from '@/lib/session';
import { ButtonLink } from '../shell/button-link';
import { groupsOf, startOf } from '../shell/groups';

export default function HomeRoute() {
  const { t } = useTranslation();
  const auth = useAuth();
  const { screens } = auth;
  const start = startOf(auth);
  const areas = groupsOf(screens).map(({ name, screens }) => ({
    name,
    count: screens.length,
    path: screens[0]?.path ?? '',
  }));
  return (
    <>
      <Welcome>{start && <ButtonLink to={start.path}>{t('ui.landing.start')}</ButtonLink>}</Welcome>
      {!start && <EmptyState words="ui.shell.noScreens" />}
      <Tour />
      <Needs />
      <ToReview />
      <ToApprove />
      <Setup />
      <MonthlyRequests />
      <Areas areas={areas} />
    </>
  );
}
