import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '@/components/empty-state';
import { PageIntro } from '@/components/public-page';
import { useLoaded } from '@/lib/loaded';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { ownProfile } from './profile';
import classes from './profile.module.css';
import { ProfileForm } from './profile-form';

export function ProviderProfile() {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  const { data, failed, error, reload } = useLoaded(ownProfile);
  return (
    <>
      <PageIntro title={t('screen.providerProfile')} text={t('ui.provider.profileText', { entity })} />
      {data && <ProfileForm first={data} onReload={reload} />}
      {!data && (
        <section className={looks.card}>{failed ? <LoadFailed error={error} onRetry={reload} /> : <Outline />}</section>
      )}
    </>
  );
}

function Outline() {
  const { t } = useTranslation();
  return (
    <Stack role="status" aria-label={t('ui.common.loading')} className={classes.outline} gap={24}>
      {['name', 'second', 'last', 'mobile'].map((field) => (
        <Skeleton key={field} height={62} />
      ))}
    </Stack>
  );
}
