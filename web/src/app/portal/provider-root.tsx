import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandMark } from '@/components/brand-mark';
import { LanguageSwitch } from '@/components/language-switch';
import { NotFound } from '@/components/not-found';
import { expired } from '@/lib/feedback';
import { go, loginPath, usePath } from '../location';
import classes from './portal.module.css';

/** The portal's frame. The one-time-code login and the upload page come into it with requests. */
export function ProviderRoot() {
  const { t } = useTranslation();
  const path = usePath().replace(/\/$/, '');
  useEffect(() => {
    if (path === '/provider') go('/provider/login', { replace: true });
  }, [path]);
  if (expired.use()) return null;
  const isLogin = path === '/provider' || path === '/provider/login';
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <BrandMark size={28} />
          {t('app.name')}
        </span>
        <LanguageSwitch />
      </header>
      <main className={classes.main}>{isLogin ? <LoginFrame /> : <NotFound login={loginPath(path)} />}</main>
    </div>
  );
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
