import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandMark } from '../brand-mark';
import { EntityMark } from '../entity-mark';
import { LanguageSwitch } from '../language-switch';
import classes from './public-frame.module.css';

interface Props {
  /** The entity that owns this address; without one the frame shows the product name. */
  hostEntity?: { displayName: string; logo: string | null } | null;
  children: ReactNode;
}

/** The frame of all pages before login: a name, the languages, one card. */
export function PublicFrame({ hostEntity, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={`${classes.page} column`}>
      <header className={`${classes.top} row between gap-16`}>
        {hostEntity ? (
          <EntityMark name={hostEntity.displayName} logo={hostEntity.logo} />
        ) : (
          <span className={`${classes.brand} inline-row gap-8`}>
            <BrandMark size={28} />
            {t('app.name')}
          </span>
        )}
        <LanguageSwitch />
      </header>
      <main className={`${classes.main} row grow`}>{children}</main>
    </div>
  );
}
