import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NotFound } from '@/components/not-found';
import { PublicFrame } from '@/components/public-frame';
import { expired } from '@/lib/feedback';
import { go, loginPath, usePath } from '../location';
import classes from './portal.module.css';

/** The portal's frame. The one-time-code login and the upload page come into it with requests. */
export function ProviderRoot() {
  const path = usePath().replace(/\/$/, '');
  useEffect(() => {
    if (path === '/provider') go('/provider/login', { replace: true });
  }, [path]);
  if (expired.use()) return null;
  const isLogin = path === '/provider' || path === '/provider/login';
  return <PublicFrame>{isLogin ? <LoginFrame /> : <NotFound login={loginPath(path)} />}</PublicFrame>;
}

function LoginFrame() {
  const { t } = useTranslation();
  return (
    <section className={classes.card}>
      <h1 className={classes.title}>{t('screen.providerLogin')}</h1>
      <p>{t('ui.shell.provider.text')}</p>
      <p>{t('ui.shell.provider.lost')}</p>
      <p className={classes.soon}>{t('ui.shell.provider.soon')}</p>
      <a className={classes.link} href="/auth">
        {t('ui.shell.provider.staff')}
      </a>
    </section>
  );
}
