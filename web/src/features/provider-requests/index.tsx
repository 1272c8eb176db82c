import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/empty-state';
import { PageIntro } from '@/components/page-intro';
import { useAuth } from '@/lib/session';
import classes from './requests.module.css';

/** Requests do not exist yet, so there is nothing to ask the server for: the page says so plainly. */
export function ProviderRequests() {
  const { t } = useTranslation();
  const { displayName: entity, userName } = useAuth();
  return (
    <>
      <PageIntro
        hello={userName ? t('ui.provider.hello', { name: userName }) : undefined}
        title={t('screen.providerRequests')}
        text={t('ui.provider.requestsText', { entity })}
      />
      <section className={classes.card}>
        <EmptyState
          icon={<IconFileText size={24} stroke={1.75} aria-hidden />}
          title={t('ui.provider.requestsNone')}
          text={t('ui.provider.requestsNoneText', { entity })}
        />
      </section>
    </>
  );
}
