import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandMark } from '../brand-mark';
import { LanguageSwitch } from '../language-switch';
import classes from './public-frame.module.css';

/** Around everything that is shown to somebody not logged in: the product's name, the languages, one card. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <BrandMark size={28} />
          {t('app.name')}
        </span>
        <LanguageSwitch />
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  );
}
