import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '@/lib/session';
import classes from './landing.module.css';

export function Welcome({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { userName, userId } = useAuth();
  return (
    <section className={`${classes.welcome} row wrap between`}>
      <div>
        <h1>{t('ui.landing.hello', { name: userName || userId })}</h1>
        <p className={`${classes.tagline} text-15 muted`}>{t('app.tagline')}</p>
      </div>
      {children}
    </section>
  );
}
